/**
 * Globals and constructs a room may not use. Each room gets its whole list from here, because a later block of a
 * flat config replaces the options of `no-restricted-*` instead of adding to them.
 */

const house = [
  { selector: 'TSEnumDeclaration', message: 'no enums: a closed list is a zod enum in domain.' },
  { selector: 'ExportDefaultDeclaration', message: 'no default exports: a name is the same everywhere.' },
  { selector: 'TSParameterProperty', message: 'no parameter properties: they are not erasable.' },
];

const environmentAdvice = 'the environment is read in src/config.ts only; take the value as an argument.';
const environment = {
  properties: [{ object: 'process', property: 'env', message: environmentAdvice }],
  syntax: [
    { selector: "MemberExpression[property.name='env'][object.property.name='process']", message: environmentAdvice },
    { selector: 'ImportDeclaration[source.value=/^(node:)?process$/]', message: 'use the global `process`.' },
  ],
};

const sandboxGlobals = [
  ...['process', 'Buffer', 'setImmediate', 'clearImmediate', 'require', 'module', 'exports', '__dirname', '__filename'],
  ...[
    'global',
    'globalThis',
    'fetch',
    'performance',
    'crypto',
    'navigator',
    'WeakRef',
    'FinalizationRegistry',
    'eval',
    'Function',
  ],
];
/** Workflow code may use these, because the sandbox patches them; pure code is given the time as a number. */
const clockGlobals = [
  'Date',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'queueMicrotask',
  'console',
];

const moduleLevel = ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration';
const mutableState =
  'module state outlives a run and breaks replay: keep state in a value that functions take and return.';
const sandboxSyntax = [
  { selector: `${moduleLevel}[kind=/^(let|var)$/]`, message: mutableState },
  {
    selector: `${moduleLevel} > VariableDeclarator:not([id.typeAnnotation.typeAnnotation.typeName.name=/^Readonly(Map|Set)$/]) > NewExpression[callee.name=/^(Map|Set|WeakMap|WeakSet|Array)$/]`,
    message: `${mutableState} A fixed look-up is annotated ReadonlyMap or ReadonlySet.`,
  },
  { selector: `${moduleLevel} > VariableDeclarator > ArrayExpression[elements.length=0]`, message: mutableState },
  { selector: `${moduleLevel} > VariableDeclarator > ObjectExpression[properties.length=0]`, message: mutableState },
  { selector: 'PropertyDefinition[static=true]:not([readonly=true])', message: mutableState },
  { selector: "MetaProperty[meta.name='import']", message: 'import.meta is not there in the workflow sandbox.' },
];

/** @param {{ sandbox?: 'pure' | 'workflow', readsEnvironment?: boolean }} room */
export function bans({ sandbox, readsEnvironment = false }) {
  const globals = sandbox === undefined ? [] : [...sandboxGlobals, ...(sandbox === 'pure' ? clockGlobals : [])];
  const properties = [
    ...(readsEnvironment ? [] : environment.properties),
    ...(sandbox === undefined
      ? []
      : [
          {
            object: 'Math',
            property: 'random',
            message: 'a replay would decide otherwise: take the value as an argument.',
          },
        ]),
  ];
  const syntax = [
    ...house,
    ...(readsEnvironment ? [] : environment.syntax),
    ...(sandbox === undefined ? [] : sandboxSyntax),
  ];
  const sandboxAdvice = 'not in sandbox code: it runs inside the workflow sandbox and must replay.';
  return {
    'no-restricted-globals': list(globals.map((name) => ({ name, message: sandboxAdvice }))),
    'no-restricted-properties': list(properties),
    'no-restricted-syntax': list(syntax),
  };
}

/** A bare 'error' would keep the options of an earlier block. */
function list(/** @type {readonly object[]} */ options) {
  return options.length === 0 ? 'off' : ['error', ...options];
}
