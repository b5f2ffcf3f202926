import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { partNames } from '#infra/process/parts.ts'

const names = [
  'MINIO_ROOT_PASSWORD',
  'KAFKA_PASSWORD_ADMIN',
  ...partNames.flatMap((part) =>
    ['KAFKA_PASSWORD', 'REDIS_PASSWORD', 'S3_SECRET_KEY'].map((kind) => `${kind}_${part.toUpperCase()}`),
  ),
]

/** Adds a new password for each name that Compose needs and the file lacks. Only the owner may read the file. */
export async function makePasswords(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const isThere = (name: string) => new RegExp(`^${name}=`, 'm').test(text)
  const missing = names.filter((name) => !isThere(name))
  const lines = missing.map((name) => `${name}=${randomBytes(24).toString('hex')}\n`)
  const end = text === '' || text.endsWith('\n') ? '' : '\n'
  if (missing.length > 0) await writeFile(file, end + lines.join(''), { flag: 'a', mode: 0o600 })
}
