// Holds the walls of ARCHITECTURE.md: what a file is follows from its name, what a slice may know from rooms.cjs.
// tests/boundaries.test.ts proves that each rule here can fail.
const { browserFiles, mayKnow, purePackages } = require('./rooms.cjs')

const slices = Object.keys(mayKnow)
const either = names => `(?:${names.join('|')})`
const exactly = path => `^${path.replaceAll('.', '\\.')}$`

const inSlice = `^src/${either(slices)}/`
/** What stands beside the rooms puts them together: app.ts, worker.ts, main.ts … */
const wiring = '^src/[^/]+\\.ts$'
/** Of the demo only the component gallery runs in the browser. */
const demoServer = '^demo/(?:(?!component-gallery/).+|component-gallery/.+-route)\\.ts$'
const serverNames = ['/(?:data|server|routes|jobs)\\.ts$', '\\.server\\.ts$']
/** Files that talk to the world: by their name, or because the whole room does. */
const serverFiles = [...serverNames, '^src/platform/', wiring, demoServer]
const browserOnly = ['\\.browser\\.ts$', ...browserFiles.map(exactly)]
const contract = '/contract\\.ts$'
const react = '\\.tsx$'
const screen = 'Page\\.tsx$'
/** The staff's screens of a feature. They have a list of their own in rooms.cjs. */
const adminFolder = '^src/[^/]+/admin/'
/** Letters are React too, but only ever rendered on the server. */
const letters = '(?:Mail|Letter|Emails?)\\.tsx$'
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
      'Two files that need each other are one file, or hide a third.',
      {},
      { circular: true },
    ),
    rule('no-missing', 'What is imported must be there.', {}, { couldNotResolve: true }),
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
    rule('pure-knows-no-io', 'A plain .ts file is pure: it computes, others do.', pure, {
      path: [...serverFiles, ...browserOnly],
    }),
    rule('pure-knows-no-core', 'A plain .ts file runs in the browser too: no modules of Node.', pure, {
      dependencyTypes: ['core'],
    }),
    rule('pure-knows-no-react', 'Rules are not screens.', pure, { path: react, ...notJustTypes }),
    rule('pure-knows-pure-packages', 'A plain .ts file uses only the packages listed in rooms.cjs.', pure, {
      dependencyTypes: packages,
      ...notJustTypes,
      pathNot: inPackage(purePackages),
    }),
    rule(
      'page-knows-no-server',
      'A screen shows props; what it shows is found by the route.',
      { path: [react, ...browserOnly], pathNot: tools },
      { path: serverFiles },
    ),
    rule(
      'page-knows-no-core',
      'A screen runs in the browser.',
      { path: [react, ...browserOnly], pathNot: tools },
      {
        dependencyTypes: ['core'],
      },
    ),
    rule(
      'page-never-reaches-server',
      'Not even through others: it would travel to the browser.',
      { path: [react, ...browserOnly], pathNot: [letters, tools] },
      { path: [...serverNames, wiring, demoServer], reachable: true },
    ),
    rule(
      'sql-in-server-files',
      'SQL stands in data.ts and other server files.',
      { path: '^src/', pathNot: serverFiles },
      { path: inPackage(['kysely', 'pg', 'graphile-worker']) },
    ),
    rule(
      'private-to-its-slice',
      'SQL, routes, jobs, screens and inner server files of a slice are its own: ask its server.ts.',
      { path: '^src/([^/]+)/' },
      {
        path: ['/(?:data|routes|jobs)\\.ts$', '\\.server\\.ts$', screen],
        pathNot: ['^src/$1/', '^src/platform/', 'node_modules/', '^\\.'],
      },
    ),
    rule(
      'wired-in-one-place',
      'Routes and jobs are plugged in by the files beside the rooms alone: app.ts, worker.ts …',
      { path: '^src/', pathNot: wiring },
      { path: '/(?:routes|jobs)\\.ts$', pathNot: ['^src/platform/', 'node_modules/'] },
    ),
    rule(
      'nobody-knows-the-wiring',
      'The files beside the rooms (app.ts, main.ts, bootstrap.browser.ts …) know the rooms, never the other way round.',
      { path: '^src/[^/]+/' },
      { path: '^src/[^/]+\\.tsx?$' },
    ),
    rule(
      'shared-knows-no-room',
      'src/shared knows nothing of the shop.',
      { path: '^src/shared/' },
      {
        path: '^src/',
        pathNot: '^src/shared/',
      },
    ),
    rule(
      'ui-knows-no-slice',
      'src/ui knows src/shared only.',
      { path: '^src/ui/' },
      {
        path: '^src/',
        pathNot: '^src/(?:shared|ui)/',
      },
    ),
    rule(
      'platform-knows-no-slice',
      'src/platform knows src/shared and src/ui only.',
      { path: '^src/platform/' },
      {
        path: '^src/',
        pathNot: '^src/(?:shared|ui|platform)/',
      },
    ),
    rule(
      'admin-screens-are-private',
      "The staff's screens of a feature import the feature, never the other way round.",
      { path: '^src/[^/]+/', pathNot: adminFolder },
      { path: adminFolder, pathNot: contract },
    ),
    ...slices.map(slice =>
      rule(
        'slice-knows-its-list',
        `${slice} may know: ${mayKnow[slice].join(', ') || 'no other slice'} (rooms.cjs).`,
        { path: `^src/${slice}/`, pathNot: slice.endsWith('/admin') ? [] : [adminFolder] },
        { path: inSlice, pathNot: [contract, `^src/${either([slice, ...mayKnow[slice]])}/`] },
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
      conditionNames: ['import', 'node', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
