/** A real backing service for a test or a local run, on 127.0.0.1. */
export interface RunningService {
  /** The settings (environment variables) that make the application use it. */
  readonly env: Readonly<Record<string, string>>
  readonly port: number
  /** Stops it cleanly. Its data is kept for `start` until this process exits. */
  stop(): Promise<void>
  /** SIGKILL, without any cleanup. */
  kill(): Promise<void>
  /** SIGSTOP: the service keeps its connections and answers nothing. Resolves when it has stopped. */
  suspend(): Promise<void>
  /** SIGCONT */
  resume(): void
  /** Starts it after `stop` or `kill`, on the same port and data; resolves when it answers. */
  start(): Promise<void>
}

/**
 * The result of a provider. A provider never throws because the machine lacks something: the caller reports the
 * reason and skips.
 */
export type Provisioned<Service = RunningService> =
  | { readonly kind: 'running'; readonly service: Service }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** The service that `start` resolves with; unavailable, with `what` and the reason, when `start` rejects. */
export async function provisioned<Service>(
  what: string,
  start: () => Promise<Service>,
): Promise<Provisioned<Service>> {
  try {
    return { kind: 'running', service: await start() }
  } catch (error) {
    return { kind: 'unavailable', reason: `${what}: ${(error as Error).message}` }
  }
}

/** A service that another process runs: it can be used, but not stopped. */
export function externalService(env: Readonly<Record<string, string>>, port: number): RunningService {
  const refuse = () => {
    throw new Error('This service was not started here: it cannot be stopped or suspended')
  }
  const refuseLater = async () => refuse()
  return {
    ...{ env, port, stop: async () => {}, resume: refuse },
    ...{ kill: refuseLater, suspend: refuseLater, start: refuseLater },
  }
}
