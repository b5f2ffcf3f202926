import { expect } from 'chai'
import { newKeySchema } from '#gateway/access/new-key.ts'
import { bodyOf, emptyDraft, problemsOf, withScope } from '#gateway/console/app/views/keys/key-draft.ts'

describe('the draft of a key', () => {
  it('is a free key for the four operations at first', () => {
    expect(problemsOf(emptyDraft)).to.deep.equal({})
    expect(bodyOf(emptyDraft)).to.deep.equal({
      label: '',
      plan: 'free',
      scopes: ['snapshot', 'metadata', 'performance', 'seo-audit'],
    })
  })

  it('sends what was filled in', () => {
    const draft = {
      ...emptyDraft,
      label: ' Shop ',
      plan: 'pro',
      owner: 'shop',
      limits: { snapshot: '0', batch: '' },
      metadataTtl: '60',
      isAdmin: true,
      isUnthrottled: true,
    }
    expect(bodyOf(withScope(draft, 'performance', false))).to.deep.equal({
      label: 'Shop',
      plan: 'pro',
      scopes: ['snapshot', 'metadata', 'seo-audit'],
      admin: true,
      unthrottled: true,
      owner: 'shop',
      limits: { snapshot: 0 },
      metadata_ttl_seconds: 60,
    })
  })

  it('keeps the order of the scopes', () => {
    const without = withScope(emptyDraft, 'snapshot', false)
    expect(withScope(without, 'snapshot', true).scopes).to.deep.equal(emptyDraft.scopes)
  })

  it('names each wrong field', () => {
    const wrong = {
      ...emptyDraft,
      label: 'a\nb',
      scopes: [],
      owner: 'a b',
      limits: { snapshot: '-1', metadata: '5' },
      metadataTtl: '1.5',
    }
    expect(Object.keys(problemsOf(wrong))).to.deep.equal([
      'label',
      'scopes',
      'owner',
      'metadata_ttl_seconds',
      'limits.snapshot',
    ])
  })

  it('gives bodies that the interface takes', () => {
    const full = {
      ...emptyDraft,
      label: 'x',
      owner: 'shop',
      limits: { batch: '7' },
      metadataTtl: '60',
      isAdmin: true,
    }
    for (const draft of [emptyDraft, full])
      expect(newKeySchema.safeParse(bodyOf(draft)).success).to.equal(true)
  })
})
