import { Readable, Writable } from 'node:stream'
import { makeBatchService } from '#gateway/cli/batch/client/batch-service.ts'
import { makeHttpClient } from '#gateway/cli/batch/client/http-client.ts'
import { makeRetryPolicy } from '#gateway/cli/batch/client/retry-policy.ts'
import type { Command } from '#gateway/cli/batch/command.ts'
import { lineDisplay } from '#gateway/cli/batch/terminal/display.ts'
import { type Outcome, type Sandbox, sandbox } from '#test/support/sandbox.ts'
import { API_KEY } from '#test/support/service/service-process.ts'
import { type FakeService, openFakeService, type Responders } from './fake-service.ts'

/** Runs commands in this process against a fake of the batch routes. A pause takes no time. */
export interface CommandFixture {
  readonly box: Sandbox
  /** The service of the last run. */
  readonly service: FakeService
  /** The pauses of the last run, in milliseconds. */
  readonly pauses: number[]
  /** `args` begins with the name of the command. A failure has code 1 and its message on stderr. */
  run(answers: Responders, args: readonly string[], input?: string): Promise<Outcome>
}

/** Call it in `describe`: it registers its own hooks. */
export function commandFixture(commands: Readonly<Record<string, Command>>): CommandFixture {
  const fixture = {
    box: null as unknown as Sandbox,
    service: null as unknown as FakeService,
    pauses: [] as number[],
    async run(answers: Responders, [name = '', ...args]: readonly string[], input = '') {
      fixture.service = await openFakeService(answers)
      fixture.pauses = []
      const { url } = fixture.service
      const [out, err] = [collector(), collector()]
      const { signal } = new AbortController()
      const http = makeHttpClient({ url, key: API_KEY, signal })
      const display = lineDisplay(err.stream, () => 0)
      const pause = async (ms: number) => void fixture.pauses.push(ms)
      const context = {
        ...{ service: makeBatchService(http, url), display, pause, signal, folder: fixture.box.folder },
        retryPolicy: makeRetryPolicy({ pause, notify: display.note }),
        stdin: () => Readable.from([input]),
        stdout: out.stream,
      }
      try {
        const command = commands[name] as Command
        const code = await command.parse(args)(context)
        display.end()
        return { code, stdout: out.text(), stderr: err.text() }
      } catch (error) {
        return { code: 1, stdout: out.text(), stderr: `${err.text()}${(error as Error).message}\n` }
      } finally {
        await http.close()
        await fixture.service.close()
      }
    },
  }
  beforeEach(async () => {
    fixture.box = await sandbox()
  })
  afterEach(() => fixture.box.remove())
  return fixture
}

function collector() {
  let said = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      said += chunk
      done()
    },
  })
  return { stream, text: () => said }
}
