import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { partNames } from '#infra/parts.ts'

const names = [
  'KAFKA_PASSWORD',
  'S3_SECRET_KEY',
  'MINIO_ROOT_PASSWORD',
  ...partNames.map((part) => `REDIS_PASSWORD_${part.toUpperCase()}`),
]

/** Writes a file of fresh passwords for Compose that its owner alone may read; one that is there stays as it is. */
export async function makePasswords(file: string): Promise<void> {
  const lines = names.map((name) => `${name}=${randomBytes(24).toString('hex')}\n`)
  await writeFile(file, lines.join(''), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
