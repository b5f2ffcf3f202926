import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The body as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  json(): any
}

export interface Call {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly agent?: Agent
  /** Address of the loopback network that the call comes from. */
  readonly localAddress?: string
  readonly signal?: AbortSignal
  readonly body?: string
}

/** Makes one HTTP call on its own connection with exactly this request target; follows and decodes nothing. */
export function httpCall(base: string, target: string, { body, ...options }: Call = {}): Promise<Answer> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path: target, agent: false, ...options }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      const whole = Buffer.concat(chunks)
      const { statusCode: status = 0, headers } = response
      resolve({ status, headers, body: whole, json: () => JSON.parse(whole.toString()) })
    })
    call.on('error', reject)
    call.end(body)
  })
}
