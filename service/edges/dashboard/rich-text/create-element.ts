/** An element with its properties; texts are always texts. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** A field with its label, for what is asked beside the text. It has no name, so the form around it does not send it. */
export function createField(
  id: string,
  label: string,
  control: HTMLInputElement | HTMLTextAreaElement,
): HTMLElement {
  control.id = id;
  return createElement("div", { className: "field" }, [
    createElement("label", { htmlFor: id, textContent: label }),
    control,
  ]);
}
