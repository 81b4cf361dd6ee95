export type Sent = { body: BodyInit; headers?: Record<string, string> };

export function plainForm(file: Uint8Array<ArrayBuffer>, texts: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  form.append("file", new Blob([file]), "werk.jpg");
  return form;
}
