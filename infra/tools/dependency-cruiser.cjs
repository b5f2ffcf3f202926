/**
 * Import directions: gateway -> shared <- stages, and infra composes them. The name of each rule is its reason; a
 * test in test/architecture plants a violation of each.
 */
const never = (name, from, to) => ({ name, severity: 'error', from, to })

/** Composition roots read the configuration and choose adapters. The command lines are separate programs. */
const ROOTS = ['/main\\.ts$', '^gateway/cli/']
const FILES_AND_NETWORK = '^(node:)?(fs|net|https?|http2|dns|dgram|child_process|tls)(/|$)'

/** The folders of the gateway, each with the other folders that it may import: no arrow leads back up. */
const GATEWAY = {
  access: [],
  console: ['access'],
  csv: [],
  health: [],
  operations: ['health'],
  server: ['access'],
  middleware: ['access', 'server'],
  inspections: ['access', 'health', 'operations'],
  routes: [
    'access',
    'console',
    'csv',
    'documents',
    'health',
    'inspections',
    'middleware',
    'operations',
    'server',
  ],
}
const gatewayFolders = Object.entries(GATEWAY).map(([folder, below]) =>
  never(
    `gateway/${folder} imports only folders below it`,
    { path: `^gateway/${folder}/` },
    { path: '^gateway/', pathNot: `^gateway/(${[folder, ...below].join('|')})/` },
  ),
)

module.exports = {
  forbidden: [
    ...gatewayFolders,
    never('shared is a leaf', { path: '^shared/' }, { path: '^(gateway|stages|test)/' }),
    never('gateway knows only shared', { path: '^gateway/' }, { path: '^(stages|test)/' }),
    never('stages know only shared', { path: '^stages/' }, { path: '^(gateway|test)/' }),
    never('only infra and tests know infra', { path: '^(gateway|stages|shared)/' }, { path: '^infra/' }),
    never(
      'no stage knows another',
      { path: '^stages/([^/]+)/' },
      { path: '^stages/', pathNot: '^stages/$1/' },
    ),
    never(
      'only main.ts wires',
      { path: '^(stages|gateway)/', pathNot: ROOTS },
      { path: '^shared/(adapters|config)/' },
    ),
    never(
      'ports are pure',
      { path: '^shared/ports/' },
      {
        pathNot: ['^shared/(ports|messages|operations)/', '^shared/egress/policy/target-decision\\.ts$'],
      },
    ),
    never(
      'ports know answers by their types alone',
      { path: '^shared/ports/' },
      { path: '^shared/operations/', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'async imports errors only',
      { path: '^shared/async/' },
      { path: '^shared/', pathNot: '^shared/(async/|errors\\.ts$)' },
    ),
    never(
      'the consumer knows no stage',
      { path: '^shared/consumer/' },
      { path: '^shared/(stage|store|politeness|rpc|runtime\\.ts$)' },
    ),
    never(
      'the consumer knows no inspections',
      { path: '^shared/consumer/' },
      { path: '^shared/messages/', pathNot: '^shared/messages/(topics|consumer-groups|header-text)\\.ts$' },
    ),
    never(
      'messages know no processing',
      { path: '^shared/messages/' },
      { path: '^shared/(consumer|stage|store|politeness|rpc|adapters)/' },
    ),
    never(
      'cores do no I/O',
      { path: '^stages/', pathNot: '/(main\\.ts$|adapters/)' },
      { dependencyTypes: ['core'], path: FILES_AND_NETWORK },
    ),
    never(
      'shared does I/O in adapters, egress and files of secrets only',
      { path: '^shared/', pathNot: '^shared/((adapters|egress)/|config/secret-file\\.ts$)' },
      { dependencyTypes: ['core'], path: FILES_AND_NETWORK },
    ),
    never(
      'no adapter knows another technology',
      { path: '^shared/adapters/([^/]+)/' },
      { path: '^shared/adapters/', pathNot: '^shared/adapters/($1|common)/' },
    ),
    never(
      'the Kafka protocol knows no client',
      { path: '^shared/adapters/kafka/protocol/' },
      { path: '^shared/adapters/kafka/', pathNot: '^shared/adapters/kafka/protocol/' },
    ),
    never(
      'the product runs without development packages',
      { path: '^(gateway|stages|shared|infra/main\\.ts$)' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    // The image contains none of them.
    never(
      'the service runs without tests and tools',
      { path: '^infra/', pathNot: '^infra/(setup|tests|faults|services|tools|image)/' },
      { path: '^(test|infra/(services|tools|image))/' },
    ),
    never(
      'the console runs in a browser: of the service it knows ports, parts of a report and types alone',
      { path: '^gateway/console/app/' },
      {
        path: '^(gateway|shared|proto)/',
        pathNot: '^(gateway/console/app/|shared/ports/|shared/operations/results/site-(item|findings)\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'the console runs in a browser: it has no modules of Node.js',
      { path: '^gateway/console/app/' },
      { dependencyTypes: ['core'] },
    ),
    never('no cycles', {}, { circular: true }),
    never('everything resolves', {}, { couldNotResolve: true }),
  ],
  options: {
    // With TypeScript 7 and without swc it would find no module, and report success.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
