import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Certificate } from '#test/unit/shared/egress/certificate.ts'

/**
 * A certificate for 127.0.0.1 of an issuer that nobody knows, which says where the issuer's own could be had (RFC 5280,
 * section 4.2.2.1). Rejects without openssl.
 */
export async function issuedCertificate(issuerUrl: string): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'pageprobe-certificate-'))
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-x509']
  try {
    await openssl('req', ...key, '-subj', '/CN=Unknown issuer', '-keyout', 'ca.key', '-out', 'ca.pem')
    await openssl(
      ...['req', ...key, '-subj', '/CN=127.0.0.1', '-CA', 'ca.pem', '-CAkey', 'ca.key'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'basicConstraints=critical,CA:FALSE'],
      ...['-addext', `authorityInfoAccess=caIssuers;URI:${issuerUrl},OCSP;URI:${issuerUrl}`],
      ...['-keyout', 'site.key', '-out', 'site.pem'],
    )
    const [site, cert] = await Promise.all(
      ['site.key', 'site.pem'].map((file) => readFile(join(folder, file), 'utf8')),
    )
    return { key: site ?? '', cert: cert ?? '' }
  } finally {
    await rm(folder, { recursive: true })
  }
}
