/** The folders of Node that a test run sets, for programs of the project: for the coverage, and to compile once. */
export function nodeFolders(): Record<string, string> {
  const names = ['NODE_V8_COVERAGE', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
