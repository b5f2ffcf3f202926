import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../command.ts'

/** A self-signed certificate for 127.0.0.1, and a PEM file with its key before it. */
export interface Certificate {
  readonly keyFile: string
  readonly certificateFile: string
}

/** Makes a certificate in the folder, valid for two days. Rejects without openssl. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const key = join(folder, 'key.pem')
  const certificateFile = join(folder, 'certificate.pem')
  const keyFile = join(folder, 'key-and-certificate.pem')
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  await runCommand('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', certificateFile])
  await writeFile(keyFile, (await readFile(key, 'utf8')) + (await readFile(certificateFile, 'utf8')))
  return { keyFile, certificateFile }
}
