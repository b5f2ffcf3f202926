import { expect } from 'chai'
import { isAutofill } from '#stages/score/audit/rules/accessibility/forms/autofill.ts'

// HTML Standard, 4.10.18.7.1: section, then shipping or billing, then home or work (before a way to reach someone
// only), then the field, then webauthn.
describe('tokens of autocomplete', () => {
  it('are understood in the order of the standard', () => {
    const right = [
      'on',
      ' OFF ',
      'name',
      'billing postal-code',
      'section-a shipping street-address',
      'home tel',
      'section-a billing work email',
      'username webauthn',
    ]
    expect(right.filter((value) => !isAutofill(value))).to.deep.equal([])
  })

  it('are not understood otherwise', () => {
    const wrong = [
      '',
      'nothing',
      'on name',
      'home name',
      'work shipping email',
      'shipping section-a email',
      'webauthn username',
      'section-a',
      'billing',
      'name email',
    ]
    expect(wrong.filter(isAutofill)).to.deep.equal([])
  })
})
