import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Private key and self-signed certificate in PEM, as node:tls takes them. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Makes a certificate for the given subject alternative names (`DNS:site.test`, `IP:127.0.0.1`). Rejects without openssl. */
export async function makeCertificate(...names: string[]): Promise<Certificate> {
  const { stdout } = await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...[
      '-subj',
      '/CN=egress test',
      '-addext',
      `subjectAltName=${names.join(',')}`,
      '-keyout',
      '-',
      '-out',
      '-',
    ],
  ])
  const end = stdout.indexOf('-----BEGIN CERTIFICATE-----')
  return { key: stdout.slice(0, end), cert: stdout.slice(end) }
}
