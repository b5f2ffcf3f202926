/** Prints the outcome of each check and counts them. */
export function makeChecks(print: (line: string) => void = (line) => process.stdout.write(line)) {
  let passed = 0
  let failed = 0
  return {
    passed: () => passed,
    failed: () => failed,
    async check(name: string, work: () => Promise<unknown>): Promise<void> {
      const start = performance.now()
      const seconds = () => ((performance.now() - start) / 1000).toFixed(1)
      try {
        await work()
        passed++
        print(`ok    ${name} (${seconds()} s)\n`)
      } catch (error) {
        failed++
        print(`FAIL  ${name} (${seconds()} s): ${(error as Error).message}\n`)
      }
    },
  }
}
