import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { partNames } from '#infra/process/parts.ts'
import { root } from '#test/support/sandbox.ts'

const folder = join(root, 'infra/image/minio')

function read(name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8')
}

describe('policies of the object store', () => {
  interface Statement {
    readonly Effect: string
    readonly Action: string[]
    readonly Resource: string[]
  }
  const actionsOn = async (name: string, resource: RegExp) => {
    const { Statement: statements } = JSON.parse(await read(`${name}.json`))
    return statements
      .filter((one: Statement) => one.Resource.some((arn) => resource.test(arn)))
      .flatMap(({ Action }: Statement) => Action)
  }

  it('allow objects below bodies/ and images/ only, and for the bucket only its list and its rules', async () => {
    for (const name of ['read', 'write-bodies', 'write-images', 'set-expiry']) {
      expect(await actionsOn(name, /BUCKET\/(?!bodies\/\*$|images\/\*$)/), name).to.deep.equal([])
      const ofBucket = [
        's3:ListBucket',
        's3:GetBucketLocation',
        's3:GetLifecycleConfiguration',
        's3:PutLifecycleConfiguration',
      ]
      expect(ofBucket, name).to.include.members(await actionsOn(name, /BUCKET$/))
    }
  })

  it('let only the batch part use result lines', async () => {
    expect(await actionsOn('write-results', /results\/\*$/)).to.have.members([
      's3:PutObject',
      's3:GetObject',
      's3:DeleteObject',
    ])
    expect(await actionsOn('write-results', /BUCKET(?!\/results\/\*$)/)).to.deep.equal([])
    const users = [...(await read('start.sh')).matchAll(/^ {2}user (\w+) .*\bwrite-results\b/gm)]
    expect(users.map(([, user]) => user)).to.deep.equal(['batch'])
  })

  it('let only render write images, and nobody remove them', async () => {
    expect(await actionsOn('write-images', /images/)).to.deep.equal(['s3:PutObject'])
    for (const name of ['read', 'write-bodies'])
      expect(await actionsOn(name, /images/)).to.not.include('s3:PutObject')
    const users = [...(await read('start.sh')).matchAll(/^ {2}user (\w+) (.+)$/gm)]
    expect(users.map(([, user]) => user)).to.have.members(partNames)
    const writers = users.filter(([, , policies]) => policies?.includes('write-images'))
    expect(writers.map(([, user]) => user)).to.deep.equal(['render'])
    const gateway = users.find(([, user]) => user === 'gateway')
    expect(gateway?.[2]).to.equal('read')
  })
})
