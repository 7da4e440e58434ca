import { isBuiltin } from 'node:module';
import path from 'node:path';

/**
 * @typedef {import('../walls.js').Room} Room
 * @typedef {import('../walls.js').Grant} Grant
 * @typedef {{ specifier: string, types: boolean, lazy: boolean, names: string[] | null }} Arrow
 *   names: null when the import takes the whole module (namespace, side effect, `export *`, `import()`).
 */

/** One rule for all walls: a later block of a flat config can't replace half of it, as it would replace `no-restricted-imports`. */
export const wallsRule = {
  meta: {
    type: 'problem',
    docs: { description: 'arrows between the rooms of src only point down' },
    schema: [{ type: 'object' }],
    messages: {
      refused: '{{from}} may not import {{what}}. {{from}} may import {{allowed}}.',
      lazyOnly: '{{from}} may take {{what}} by `import type` or inside a function by `import()` only.',
      namesOnly: '{{from}} may take only named imports that match {{names}} from {{what}}.',
      computed: 'an import whose module is computed passes every wall: name it in a string.',
      noRoom: '{{file}} stands in no room of src: give it one in eslint/walls.js.',
      noVendor: 'src/{{room}}/{{folder}} is not in the table of vendors: add it to eslint/walls.js.',
    },
  },
  create(context) {
    const { walls, source } = context.options[0];
    const inside = path.relative(source, context.filename).split(path.sep);
    const from = roomOf(inside);
    const room = own(walls, from);
    if (room === undefined) {
      const file = path.relative(path.dirname(source), context.filename);
      return { Program: (node) => context.report({ node, messageId: 'noRoom', data: { file } }) };
    }
    const folder = room.vendors !== undefined && inside.length > 2 ? inside[1] : null;
    if (folder !== null && own(room.vendors, folder) === undefined) {
      return { Program: (node) => context.report({ node, messageId: 'noVendor', data: { room: from, folder } }) };
    }
    const packages = { ...room.packages, ...(folder === null ? {} : room.vendors[folder]) };
    const judge = (node, /** @type {Arrow} */ arrow) => {
      const { what, grant } = target(arrow.specifier, { context, source, room, packages });
      const problem = judgement(arrow, grant);
      if (problem === null) return;
      const names = typeof grant === 'object' ? String(grant.names) : '';
      context.report({
        node,
        messageId: problem,
        data: { from, what, names, allowed: allowance(room, packages) },
      });
    };
    return visitors(context, judge);
  },
};

/** A folder may be called `constructor`. */
function own(table, /** @type {string} */ key) {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Segments of a path below src -> room: `cli/run.ts` is in `cli`, `worker.ts` and `worker/` in `worker`. */
function roomOf(/** @type {string[]} */ segments) {
  return (segments[0] ?? '').replace(/\.[cm]?[jt]sx?$/, '');
}

function target(/** @type {string} */ specifier, { context, source, room, packages }) {
  if (isBuiltin(specifier)) {
    return { what: `Node's module ${specifier}`, grant: room.node ? 'all' : undefined };
  }
  if (/^\.\.?(\/|$)/.test(specifier)) {
    const segments = path.relative(source, path.resolve(path.dirname(context.filename), specifier)).split(path.sep);
    if (segments[0] === '..') return { what: `${specifier}, which lies outside src`, grant: undefined };
    const name = roomOf(segments);
    return { what: `room ${name} (${specifier})`, grant: own(room.rooms, name) };
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  return { what: `package ${specifier}`, grant: own(packages, name) };
}

function judgement(/** @type {Arrow} */ arrow, /** @type {Grant | undefined} */ grant) {
  if (grant === undefined) return 'refused';
  if (grant === 'all') return null;
  if (grant === 'lazy') return arrow.types || arrow.lazy ? null : 'lazyOnly';
  return arrow.names !== null && arrow.names.every((name) => grant.names.test(name)) ? null : 'namesOnly';
}

function allowance(/** @type {Room} */ room, packages) {
  const names = Object.keys(packages);
  const parts = [
    `the rooms ${Object.keys(room.rooms).join(', ')}`,
    ...(names.length > 0 ? [`the packages ${names.join(', ')}`] : []),
  ];
  return [...parts, room.node ? "Node's modules" : "none of Node's modules"].join('; ');
}

/** Only `import type { … }` is free at run time: under verbatimModuleSyntax `import { type X }` still loads the module. */
function visitors(context, judge) {
  const fixed = (node, specifierNode, arrow) => judge(node, { specifier: specifierNode.value, lazy: false, ...arrow });
  const loose = (node, argument) => {
    const specifier = stringOf(argument);
    if (specifier === null) context.report({ node, messageId: 'computed' });
    else judge(node, { specifier, types: false, lazy: insideFunction(node), names: null });
  };
  return {
    ImportDeclaration: (node) => fixed(node, node.source, { types: node.importKind === 'type', names: namesOf(node) }),
    ExportAllDeclaration: (node) => fixed(node, node.source, { types: node.exportKind === 'type', names: null }),
    ExportNamedDeclaration: (node) => {
      if (node.source === null || node.source === undefined) return;
      fixed(node, node.source, {
        types: node.exportKind === 'type',
        names: node.specifiers.map((one) => nameOf(one.local)),
      });
    },
    TSImportType: (node) => {
      const names = node.qualifier === null || node.qualifier === undefined ? null : [leftmost(node.qualifier)];
      fixed(node, node.source ?? node.argument.literal, { types: true, names });
    },
    TSExternalModuleReference: (node) => fixed(node, node.expression, { types: false, names: null }),
    ImportExpression: (node) => loose(node, node.source),
    ":matches(CallExpression[callee.name='require'], CallExpression[callee.property.name='require'])": (node) =>
      loose(node, node.arguments[0]),
    "CallExpression[callee.property.name='getBuiltinModule']": (node) => loose(node, node.arguments[0]),
  };
}

function namesOf(node) {
  if (node.specifiers.length === 0) return null;
  return node.specifiers.every((one) => one.type === 'ImportSpecifier')
    ? node.specifiers.map((one) => nameOf(one.imported))
    : null;
}

function nameOf(node) {
  return node.type === 'Identifier' ? node.name : String(node.value);
}

function leftmost(node) {
  return node.type === 'TSQualifiedName' ? leftmost(node.left) : node.name;
}

function stringOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node?.type === 'TemplateLiteral' && node.quasis.length === 1 ? node.quasis[0].value.cooked : null;
}

/** A top-level `await import()` runs at load time and saves nothing. */
function insideFunction(node) {
  for (let at = node.parent; at !== null && at !== undefined; at = at.parent) {
    if (/Function/.test(at.type)) return true;
  }
  return false;
}
