/** The project's own lint rules, for oxlint (`jsPlugins` in .oxlintrc.json). JavaScript, because Node 20 loads no TypeScript. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

const edgePattern = /\/service\/(?:(?:edges|demo)\/|(?:.*\/)?(?:[\w-]+-)?routes\.ts$)/;
/** `for update` locks and writes nothing. */
const writingPattern = /\b(?:insert into|(?<!for (?:no key )?)update|delete from) \w/;

/** Edges call a verb, which checks, writes and notes in the audit, and never a statement that writes. */
const noWritingSql = {
  create(context) {
    if (!edgePattern.test(context.filename)) return {};
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments())
          if (/oxlint-disable.*no-writing-sql(?!.* -- \S)/.test(comment.value))
            context.report({ loc: comment.loc, message: "An exception carries its reason behind ` -- `." });
      },
      ImportDeclaration(node) {
        if (!/^\..*sql\.ts$/.test(node.source.value) || node.importKind === "type") return;
        const text = readFileSync(resolve(dirname(context.filename), node.source.value), "utf8");
        for (const { imported, importKind } of node.specifiers)
          if (importKind !== "type" && writes(text, imported?.name ?? "", new Set()))
            context.report({ node, message: `${imported.name} writes. Call a verb, which leaves an audit.` });
      },
    };
  },
};

/** One function normalises, in time that grows with the text: the runtime's takes the square of a run of marks. */
const noBareNormalize = {
  create(context) {
    if (!/\/service\//.test(context.filename) || context.filename.endsWith("/floor/strings/normal-form.ts"))
      return {};
    return {
      CallExpression(node) {
        const { property } = node.callee;
        if (property?.name !== "normalize" && property?.value !== "normalize") return;
        context.report({
          node,
          message: "Call toNormalForm of floor/strings: normalize takes the square of a run of marks.",
        });
      },
    };
  },
};

/** What a test calls due is due: a column of milliseconds rounds now() up, and the next statement comes before it. */
const noDueNow = {
  create(context) {
    if (!/\/test\//.test(context.filename)) return {};
    return {
      TemplateElement(node) {
        if (/\b(?:due_at|next_\w+_at|lease_until) = now\(\)(?! [-+])/.test(node.value.raw))
          context.report({ node, message: "Take `now() - interval '1 second'`: now() is rounded up." });
      },
    };
  },
};

/** `rejects` runs the event loop within itself, where each `setImmediate` waits for the next timer: 29 s for the reading of 500 KB. */
const noRejects = {
  create(context) {
    if (!/\/test\//.test(context.filename)) return {};
    return {
      MemberExpression(node) {
        if (node.property.name !== "rejects" && node.property.name !== "resolves") return;
        context.report({
          node,
          message: "Take errorOf or thrownBy of test/support: the event loop stands still in it.",
        });
      },
    };
  },
};

/** Whether a function of a file has a statement that writes, or calls one of the same file that has. */
function writes(text, name, seen) {
  const begin = text.search(new RegExp(`function\\*? ${name}\\b`));
  if (begin === -1 || seen.has(name)) return false;
  seen.add(name);
  const body = text.slice(begin, text.indexOf("\n}\n", begin));
  const called = [...body.slice(body.indexOf("(")).matchAll(/\b(\w+)\(/g)].map(([, each]) => each);
  return writingPattern.test(body) || called.some((each) => writes(text, each, seen));
}

// biome-ignore lint/style/noDefaultExport: oxlint takes a plugin's default export.
export default {
  meta: { name: "pr-service" },
  rules: {
    "no-writing-sql": noWritingSql,
    "no-bare-normalize": noBareNormalize,
    "no-due-now": noDueNow,
    "no-rejects": noRejects,
  },
};
