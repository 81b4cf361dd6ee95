/**
 * The script of the page: sends a form's text to its tool, lays out the answer, and tells how many tries are left and how long
 * to wait, from the answer's headers. Stores nothing on the device. What comes back is put in as text, never as HTML.
 *
 * Kept as text, not as a function, so that its hash is the same however the service is built.
 */
export const toolPageScript = String.raw`(() => {
  const doc = document, announcer = doc.getElementById("ansage");
  const timeoutMs = 30000, copiedMs = 2500;
  const texts = {
    offline: "Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
    broken: "Bei der Bearbeitung ist ein Fehler aufgetreten. Bitte versuchen Sie es später noch einmal.",
    done: "Das Ergebnis ist da.",
    copied: "In die Zwischenablage kopiert.",
    notCopied: "Das Kopieren ist hier nicht möglich. Bitte markieren Sie den Text von Hand.",
    free: "Ein Versuch ist wieder frei.",
  };
  const signs = { gut: "✓ gut", mittel: "– mittel", schlecht: "✕ schlecht" };
  const tooShort = "zu kurz für ein Urteil";
  const german = (number) => number.toLocaleString("de-DE");
  const lengthOf = (text) => Array.from(text.trim()).length;
  const announce = (text) => { announcer.textContent = text; };

  const make = (tag, className, ...children) => {
    const element = doc.createElement(tag);
    if (className) element.className = className;
    element.append(...children);
    return element;
  };

  const copy = async (text) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    // Without HTTPS there is no clipboard object; the older way still works.
    const area = make("textarea", "aside", text);
    const focused = doc.activeElement;
    doc.body.append(area);
    area.select();
    const isCopied = doc.execCommand("copy");
    area.remove();
    focused.focus();
    if (!isCopied) throw new Error(texts.notCopied);
  };
  const copyButton = (label, text, name) => {
    const button = make("button", "", label);
    button.type = "button";
    if (name) button.setAttribute("aria-label", label + ": " + name);
    button.addEventListener("click", () => copy(text).then(() => {
      button.textContent = "Kopiert ✓";
      announce(texts.copied);
      setTimeout(() => { button.textContent = label; }, copiedMs);
    }, () => announce(button.textContent = texts.notCopied)));
    return button;
  };

  const heading = (title, button) => {
    const element = make("h3", "", title);
    element.tabIndex = -1;
    return make("div", "bar", element, button);
  };
  const layouts = {
    statement({ statement }) {
      const parts = statement.split(/(\[[^\]\n]*\])/).map((part) => part.startsWith("[") ? make("mark", "", part) : part);
      return [
        heading("Ihr Entwurf", copyButton("Text kopieren", statement)),
        make("div", "sheet", ...parts),
        make("p", "facts legend", "Die markierten Lücken füllen Sie selbst. Lassen Sie den Text vor der Veröffentlichung rechtlich prüfen."),
      ];
    },
    headlines({ headlines }) {
      const items = headlines.map((headline) => make("li", "",
        make("p", "", headline, make("span", "facts", lengthOf(headline) + " Zeichen")),
        copyButton("Kopieren", headline, headline)));
      const hint = make("p", "facts", "Für weitere Vorschläge nennen Sie, wer was tut, wo und wann.");
      if (headlines.length === 0) return [heading("Aus diesem Thema wird keine Überschrift", ""), hint];
      return [heading("Ihre Überschriften", copyButton("Alle kopieren", headlines.join("\n"))),
        make("ol", "headlines", ...items), ...(headlines.length < 3 ? [hint] : [])];
    },
    check({ score, criteria, topTip }) {
      const level = make("div");
      level.style.width = score + "%";
      const scale = make("div", "scale", level);
      scale.setAttribute("aria-hidden", "true");
      const items = criteria.map(({ name, status, note, isTooShort }) => make("li", "",
        make("h4", "", name),
        isTooShort ? make("span", "verdict", tooShort) : make("span", "verdict " + status, signs[status] || status),
        make("p", "", note)));
      const report = ["SEO-Check: " + german(score) + " von 100 Punkten", "Wichtigster Tipp – " + topTip, ""]
        .concat(criteria.map(({ name, status, note, isTooShort }) => name + " (" + (isTooShort ? tooShort : status) + "): " + note)).join("\n");
      return [
        heading("Ihr Prüfbericht", copyButton("Bericht kopieren", report)),
        make("p", "score", make("strong", "", german(score)), " von 100 Punkten"),
        scale,
        make("p", "tip", make("strong", "", "Das bringt am meisten"), topTip),
        make("ul", "criteria", ...items),
      ];
    },
  };

  const secondsUntilFree = (headers) => {
    const told = headers.get("retry-after") || (/t=(\d+)/.exec(headers.get("ratelimit") || "") || [])[1];
    return Number(told) || 1;
  };

  doc.querySelectorAll("form").forEach((form) => {
    const { field, result: shape, missing, tooShort, tooLong, working, example, calls } = form.dataset;
    const min = Number(form.dataset.min), max = Number(form.dataset.max);
    const find = (selector) => form.querySelector(selector);
    const input = find("textarea"), button = find("[type=submit]"), label = button.textContent;
    const problem = find(".problem"), count = find(".count"), tries = find(".tries");
    const result = form.closest(".tool").querySelector(".result");
    let isWorking = false, freeAt = 0;

    const complain = (text) => {
      problem.textContent = text;
      problem.hidden = text === "";
      if (text !== "") announce(text);
    };
    const refuse = (text) => {
      complain(text);
      input.setAttribute("aria-invalid", "true");
      input.focus();
    };
    const showLength = () => {
      const length = lengthOf(input.value);
      const ofMax = max ? " von höchstens " + german(max) : "";
      const lacking = length > 0 && length < min ? ", noch " + (min - length) + " bis zum Mindestmaß" : "";
      count.textContent = german(length) + ofMax + " Zeichen" + lacking;
    };
    const showState = () => {
      if (isWorking || freeAt) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
      button.textContent = isWorking ? working : label;
      result.setAttribute("aria-busy", String(isWorking));
    };
    const countDown = () => {
      const seconds = Math.ceil((freeAt - performance.now()) / 1000);
      if (seconds > 0) {
        const clock = Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
        tries.textContent = "Kein Versuch mehr frei. Der nächste in " + clock + " Minuten.";
        setTimeout(countDown, 250);
        return;
      }
      freeAt = 0;
      tries.textContent = texts.free;
      announce(texts.free);
      complain("");
      showState();
    };
    const showTries = (headers) => {
      const remaining = headers.get("x-ratelimit-remaining");
      if (remaining === null) return;
      if (remaining !== "0") {
        tries.textContent = "Noch " + remaining + " von " + calls + " Versuchen.";
        return;
      }
      freeAt = performance.now() + 1000 * secondsUntilFree(headers);
      countDown();
    };

    const send = async () => {
      const response = await fetch(form.getAttribute("action"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ [field]: input.value }),
        credentials: "omit",
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => null);
      if (response === null) return complain(texts.offline);
      showTries(response.headers);
      const answer = await response.json();
      // A code, unlike a sentence, has no spaces: it comes from before the tool and says nothing to people.
      if (!response.ok) return complain(/\s/.test(answer.error) ? answer.error : texts.broken);
      result.replaceChildren(...layouts[shape](answer));
      announce(texts.done);
      result.querySelector("h3").focus();
    };

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (isWorking || freeAt) return;
      const length = lengthOf(input.value);
      // Refused in the browser what the tool would refuse: a request would count as one of the visitor's tries.
      if (length === 0) return refuse(missing);
      if (length < min) return refuse(tooShort);
      if (max && length > max) return refuse(tooLong);
      complain("");
      isWorking = true;
      showState();
      announce(working);
      send().catch(() => complain(texts.broken)).finally(() => {
        isWorking = false;
        showState();
      });
    });
    input.addEventListener("input", () => {
      showLength();
      input.removeAttribute("aria-invalid");
      complain("");
    });
    find(".example").addEventListener("click", () => {
      input.value = example;
      input.dispatchEvent(new Event("input"));
      input.focus();
    });
    showLength();
  });
})();
`;
