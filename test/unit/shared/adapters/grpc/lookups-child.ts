import { startLookupsServer } from '#stages/fetch/lookups/server/lookups-server.ts'
import { probeAnswer } from '#test/support/audit/probe-answer.ts'

// A look-ups server in its own process, which a test kills or suspends. Its probes return its process id as
// status.
const never = () => new Promise<never>(() => {})
const { address } = await startLookupsServer({
  listen: process.argv[2] ?? '127.0.0.1:0',
  limits: { maxUrls: 10, maxMessageBytes: 1 << 20, maxConcurrent: 100 },
  handlers: {
    checkTarget: never,
    robots: never,
    describeImage: never,
    fetchFile: never,
    scanSitemap: never,
    listSitemap: never,
    probe: async (urls) => urls.map((url) => probeAnswer(url, { status: process.pid })),
  },
})
process.stdout.write(`${address}\n`)
