/** A real backing service that was started for a test or a local run, on 127.0.0.1. */
export interface RunningService {
  /** The settings (environment variables) that make the application use it. */
  readonly env: Readonly<Record<string, string>>
  readonly port: number
  /** Ends it cleanly; its data stays, for `start`, until this process exits. */
  stop(): Promise<void>
  /** SIGKILL: no chance to tidy up. */
  kill(): Promise<void>
  /** SIGSTOP: it keeps its connections and answers nothing. Resolves when it does not run any more. */
  suspend(): Promise<void>
  /** SIGCONT */
  resume(): void
  /** Starts it again after `stop` or `kill`, on the same port and data; resolves when it answers. */
  start(): Promise<void>
}

/** What a provider answers. It never throws for what the machine lacks: the caller says the reason and skips. */
export type Provisioned =
  | { readonly kind: 'running'; readonly service: RunningService }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** A service that somebody else runs: it can be used, not broken. */
export function externalService(env: Readonly<Record<string, string>>, port: number): RunningService {
  const notOwned = () => new Error('This service was not started here: it is neither stopped nor broken')
  return {
    env,
    port,
    async stop() {},
    async kill() {
      throw notOwned()
    },
    async suspend() {
      throw notOwned()
    },
    resume() {
      throw notOwned()
    },
    async start() {
      throw notOwned()
    },
  }
}
