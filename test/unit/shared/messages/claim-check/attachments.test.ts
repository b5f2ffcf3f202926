import { expect } from 'chai'
import { makeAttachments, readAttached } from '#shared/messages/claim-check/attachments.ts'

const inline = (text: string) =>
  ({
    inline: { encoding: 'identity', bytes: text.length, chunks: [Buffer.from(text)] },
  }) as const

function textOf(value: ReturnType<typeof readAttached>): string | null {
  return 'inline' in value ? Buffer.concat(value.inline.chunks).toString() : null
}

describe('attachments', () => {
  it('put values one after the other, each readable by its reference', () => {
    const attachments = makeAttachments()
    const [first, second] = [attachments.add(inline('abc')), attachments.add(inline('de'))]
    expect(attachments.bytes().toString()).to.equal('abcde')
    expect(textOf(readAttached({ attached: attachments.bytes() }, first))).to.equal('abc')
    expect(textOf(readAttached({ attached: attachments.bytes() }, second))).to.equal('de')
  })

  it('attach nothing for a value that is in the object store', () => {
    const attachments = makeAttachments()
    const stored = { object: 'bodies/a', encoding: 'identity', bytes: 3 } as const
    expect(attachments.add(stored as never)).to.deep.equal(stored)
    expect(attachments.bytes()).to.have.length(0)
  })

  it('reject a reference beyond the attached bytes', () => {
    const reference = { at: 2, length: 3, encoding: 'identity', bytes: 3 } as const
    expect(() => readAttached({ attached: Buffer.from('abcd') }, reference)).to.throw(
      'the event is not whole',
    )
  })
})
