import type { ClientOptions } from '@grpc/grpc-js'
import { type PartsSecret, presentPartsSecret } from '#shared/rpc/parts-secret.ts'

/** The secret of parts in tests. */
export const secret: PartsSecret = { current: () => 'secret-that-parts-of-tests-share' }

/** Options of a client of gRPC that sends it. */
export const withSecret: ClientOptions = {
  interceptors: [presentPartsSecret(secret, 'a server of the test')],
}
