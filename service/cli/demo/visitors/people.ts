/** A browser with the headers that it sends when somebody follows a link. */
export type Browser = { weight: number; headers: Readonly<Record<string, string>> };

const chromiumAccept =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7";
const geckoAccept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const webkitAccept = geckoAccept;

const navigation = {
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-user": "?1",
  "upgrade-insecure-requests": "1",
};

function chromium(input: {
  weight: number;
  userAgent: string;
  brand: string;
  version: number;
  platform: string;
  isMobile: boolean;
  languages: string;
}): Browser {
  const { version } = input;
  return {
    weight: input.weight,
    headers: {
      ...navigation,
      "user-agent": input.userAgent,
      accept: chromiumAccept,
      "accept-language": input.languages,
      "sec-ch-ua": `"Chromium";v="${version}", "${input.brand}";v="${version}", "Not_A Brand";v="99"`,
      "sec-ch-ua-mobile": input.isMobile ? "?1" : "?0",
      "sec-ch-ua-platform": `"${input.platform}"`,
    },
  };
}

const german = "de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7";
const germanGecko = "de,en-US;q=0.7,en;q=0.3";

/** What readers of German press releases use, by weight in per cent. */
export const browsers: readonly Browser[] = [
  chromium({
    weight: 24,
    userAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    brand: "Google Chrome",
    version: 142,
    platform: "Windows",
    isMobile: false,
    languages: german,
  }),
  chromium({
    weight: 8,
    userAgent:
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    brand: "Google Chrome",
    version: 142,
    platform: "macOS",
    isMobile: false,
    languages: "de-AT,de;q=0.9,en;q=0.8",
  }),
  chromium({
    weight: 12,
    userAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
    brand: "Microsoft Edge",
    version: 141,
    platform: "Windows",
    isMobile: false,
    languages: german,
  }),
  chromium({
    weight: 18,
    userAgent:
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
    brand: "Google Chrome",
    version: 141,
    platform: "Android",
    isMobile: true,
    languages: german,
  }),
  chromium({
    weight: 4,
    userAgent:
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
    brand: "Samsung Internet",
    version: 130,
    platform: "Android",
    isMobile: true,
    languages: german,
  }),
  {
    weight: 11,
    headers: {
      ...navigation,
      "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0",
      accept: geckoAccept,
      "accept-language": germanGecko,
    },
  },
  {
    weight: 15,
    headers: {
      "user-agent":
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
      accept: webkitAccept,
      "accept-language": "de-DE,de;q=0.9",
      "sec-fetch-dest": "document",
      "sec-fetch-mode": "navigate",
    },
  },
  {
    weight: 5,
    headers: {
      "user-agent":
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
      accept: webkitAccept,
      "accept-language": "de-CH,de;q=0.9",
      "sec-fetch-dest": "document",
      "sec-fetch-mode": "navigate",
    },
  },
  {
    weight: 3,
    headers: {
      "user-agent":
        "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.153 Mobile/15E148 Safari/604.1",
      accept: webkitAccept,
      "accept-language": "de-DE,de;q=0.9",
      "sec-fetch-dest": "document",
      "sec-fetch-mode": "navigate",
    },
  },
];
