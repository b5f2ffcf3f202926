import { startAnsweringService } from './start-answering-service.ts'

/** A process that owns a service, for tests: prints the service's process id and folder, and waits to be killed. */
const { pid, folder } = await startAnsweringService()
console.log(JSON.stringify({ pid, folder }))
setInterval(() => {}, 1000)
