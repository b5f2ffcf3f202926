/**
 * Declares tests that wait: all of them begin with the first one, so that they wait at the same time. Each is on what no
 * other test touches. Hooks of inner suites and of each test come too late or too early for them.
 */
export function sideBySide(): (title: string, test: () => Promise<void>) => void {
  const tests: (() => Promise<void>)[] = []
  let running: Promise<void>[] | undefined
  return (title, test) => {
    const place = tests.push(test) - 1
    it(title, () => {
      running ??= tests.map(started)
      return running[place]
    })
  }
}

/** A failure is reported by the test that waits for it. */
function started(test: () => Promise<void>): Promise<void> {
  const running = test()
  running.catch(() => undefined)
  return running
}
