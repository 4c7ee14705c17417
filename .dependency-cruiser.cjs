// Enforces the boundaries of ARCHITECTURE.md: a file's role follows from its name, boundaries.cjs lists which feature may
// import which. tests/boundaries.test.ts proves that each rule here can fail.
const { browserFiles, allowedImports, purePackages } = require('./boundaries.cjs')

const features = Object.keys(allowedImports)
const either = names => `(?:${names.join('|')})`
const exactly = path => `^${path.replaceAll('.', '\\.')}$`

const inFeatures = '^src/features/'
/** The files directly in src put the features together: app.ts, worker.ts, main.ts … */
const wiring = '^src/[^/]+\\.ts$'
/** Of the demo only the component gallery runs in the browser. */
const demoServer = '^demo/(?:(?!component-gallery/).+|component-gallery/.+-route)\\.ts$'
const serverNames = ['/(?:queries|service|plugin|jobs)\\.ts$', '\\.server\\.ts$']
/** Files that do I/O: by their name, or because their whole folder does. */
const serverFiles = [...serverNames, '^src/infra/', wiring, demoServer]
const browserOnly = ['\\.client\\.ts$', ...browserFiles.map(exactly)]
const schemas = '/schemas\\.ts$'
const react = '\\.tsx$'
const screen = 'Page\\.tsx$'
/** The staff's screens of a feature. They have a list of their own in boundaries.cjs. */
const adminFolder = '^src/features/[^/]+/admin/'
/** What screens of the back office are declared with. */
const kit = '^src/features/back-office/(table/define-\\w+|staff-action|subject-history)\\.server\\.ts$'
/** E-mails are React too, but are only rendered on the server: they have their links signed there. */
const emails = '(?:Emails?|/emails/\\w+)\\.tsx$'
/** Run by developers, never by a browser. */
const tools = '^(?:bench|scripts|tests)/'
const pure = { path: '^src/.+\\.ts$', pathNot: [...serverFiles, ...browserOnly] }

const inPackage = names => `(?:^|/)node_modules/${either(names)}/`
const packages = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown']
const notJustTypes = { dependencyTypesNot: ['type-only'] }

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    rule(
      'no-cycles',
      'Merge files that import each other, or move the shared part to a third.',
      {},
      { circular: true },
    ),
    rule('no-missing', 'An imported module must exist.', {}, { couldNotResolve: true }),
    rule(
      'src-never-imports-demo',
      'The shop runs without demo/: main.ts loads its build entry in demo mode alone (src/demo-module.ts).',
      { path: '^src/' },
      { path: '^demo/' },
    ),
    rule(
      'no-dev-packages',
      'The shop runs on what production installs.',
      { path: '^(?:src|demo)/' },
      { dependencyTypes: ['npm-dev'], ...notJustTypes },
    ),
    rule('pure-does-no-io', 'A plain .ts file is pure: it does no I/O.', pure, {
      path: [...serverFiles, ...browserOnly],
    }),
    rule('pure-imports-no-core', 'A plain .ts file runs in the browser too: no modules of Node.', pure, {
      dependencyTypes: ['core'],
    }),
    rule('pure-imports-no-react', 'Business rules do not depend on screens.', pure, {
      path: react,
      ...notJustTypes,
    }),
    rule(
      'pure-imports-pure-packages',
      'A plain .ts file uses only the packages listed in boundaries.cjs.',
      pure,
      {
        dependencyTypes: packages,
        ...notJustTypes,
        pathNot: inPackage(purePackages),
      },
    ),
    rule(
      'page-imports-no-server',
      'A screen renders props; the route loads them.',
      { path: [react, ...browserOnly], pathNot: [emails, tools] },
      { path: serverFiles },
    ),
    rule(
      'page-imports-no-core',
      'A screen runs in the browser.',
      { path: [react, ...browserOnly], pathNot: tools },
      {
        dependencyTypes: ['core'],
      },
    ),
    rule(
      'page-never-reaches-server',
      'Not even indirectly: the browser would load it.',
      { path: [react, ...browserOnly], pathNot: [emails, tools] },
      { path: [...serverNames, wiring, demoServer], reachable: true },
    ),
    rule(
      'sql-in-server-files',
      'SQL is in queries.ts and other server files.',
      { path: '^src/', pathNot: serverFiles },
      { path: inPackage(['kysely', 'pg', 'graphile-worker']) },
    ),
    rule(
      'private-to-its-feature',
      'Queries, plugins, jobs, pages and *.server.ts files of a feature are private: others use its service.ts.',
      { path: '^src/features/([^/]+)/' },
      {
        path: ['/(?:queries|plugin|jobs)\\.ts$', '\\.server\\.ts$', screen],
        pathNot: ['^src/features/$1/', '^src/infra/', 'node_modules/', '^\\.', kit],
      },
    ),
    rule(
      'registered-in-one-place',
      'Plugins and jobs are registered by the files directly in src alone: app.ts, worker.ts …',
      { path: '^src/', pathNot: wiring },
      { path: '/(?:plugin|jobs)\\.ts$', pathNot: ['^src/infra/', 'node_modules/'] },
    ),
    rule(
      'nothing-imports-the-wiring',
      'The files directly in src (app.ts, main.ts, bootstrap.client.ts …) import the folders, never the other way round.',
      { path: '^src/[^/]+/' },
      { path: '^src/[^/]+\\.tsx?$' },
    ),
    rule(
      'lib-imports-nothing',
      'src/lib is pure and imports nothing of the shop.',
      { path: '^src/lib/' },
      { path: '^src/', pathNot: '^src/lib/' },
    ),
    rule(
      'ui-imports-lib-only',
      'src/ui imports src/lib only.',
      { path: '^src/ui/' },
      { path: '^src/', pathNot: '^src/(?:lib|ui)/' },
    ),
    rule(
      'infra-imports-no-feature',
      'src/infra imports src/lib and src/ui only.',
      { path: '^src/infra/' },
      { path: '^src/', pathNot: '^src/(?:lib|ui|infra)/' },
    ),
    rule(
      'admin-screens-are-private',
      "The staff's screens of a feature import the feature, never the other way round.",
      { path: '^src/[^/]+/', pathNot: adminFolder },
      { path: adminFolder, pathNot: schemas },
    ),
    ...features.map(feature =>
      rule(
        'feature-imports-its-list',
        `${feature} may import: ${allowedImports[feature].join(', ') || 'no other feature'} (boundaries.cjs).`,
        { path: `^src/features/${feature}/`, pathNot: feature.endsWith('/admin') ? [] : [adminFolder] },
        {
          path: inFeatures,
          pathNot: [schemas, `^src/features/${either([feature, ...allowedImports[feature]])}/`],
        },
      ),
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(?:test|fixture\\.server)\\.tsx?$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      // As Node resolves them, without 'types': some packages name types there that they do not have.
      conditionNames: ['import', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
