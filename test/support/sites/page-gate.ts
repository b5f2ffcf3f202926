/** Holds pages of a site whose path begins with `/held`, until a test lets them go. */
export interface PageGate {
  /** For the site. */
  readonly before: (path: string) => Promise<void>
  /** Lets so many further pages go, also those that the site is not yet asked for. */
  free(count: number): void
  /** Lets those go that the site was asked for, and no others. */
  freeWaiting(): void
}

export function makePageGate(): PageGate {
  let ahead = 0
  const waiting: (() => void)[] = []
  function free(count: number): void {
    const released = waiting.splice(0, count)
    ahead += count - released.length
    for (const release of released) release()
  }
  return {
    async before(path) {
      if (!path.startsWith('/held')) return
      if (ahead > 0) ahead -= 1
      else await new Promise<void>((release) => waiting.push(release))
    },
    free,
    freeWaiting() {
      ahead = 0
      free(waiting.length)
    },
  }
}
