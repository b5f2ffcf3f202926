import { Resolver } from 'node:dns/promises'

// Loaded into the service before it starts: sends its DNS queries to the name server of the test, whose port is the
// query of this module. Everything else is the service's own.
const server = `127.0.0.1:${new URL(import.meta.url).search.slice(1)}`

const configured = new WeakSet<Resolver>()

for (const method of ['resolve4', 'resolve6'] as const) {
  const originalResolve = Resolver.prototype[method] as (this: Resolver, name: string) => Promise<string[]>
  Object.defineProperty(Resolver.prototype, method, {
    value(this: Resolver, name: string) {
      // The server of a resolver with pending queries cannot be changed.
      if (!configured.has(this)) this.setServers([server])
      configured.add(this)
      return originalResolve.call(this, name)
    },
  })
}
