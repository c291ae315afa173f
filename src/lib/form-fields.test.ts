import { describe, expect, test } from 'vitest'
import { mergeVersions } from './form-fields.ts'

const base = { name: 'Conf', website: '', tags: ['Go'], updated_at: '1' }
const version = (changes: Partial<typeof base>) => ({ ...base, ...changes })

describe('two versions of one form', () => {
  test('what only one of the two touched is kept, from both', () => {
    const mine = version({ name: 'Mine' })
    const other = version({ website: 'https://other.example/', tags: ['Go', 'Rust'], updated_at: '2' })
    expect(mergeVersions(base, mine, other)).toEqual({ values: { ...other, name: 'Mine' }, conflicts: [] })
  })

  test('what both changed is a conflict, and stays mine until it is settled', () => {
    const mine = version({ name: 'Mine', website: 'https://mine.example/' })
    const other = version({ name: 'Theirs', updated_at: '2' })
    expect(mergeVersions(base, mine, other)).toEqual({
      values: { ...mine, updated_at: '2' },
      conflicts: ['name'],
    })
  })

  test('the same change of both is none', () => {
    const both = version({ name: 'Same' })
    expect(mergeVersions(base, both, { ...both, updated_at: '2' }).conflicts).toEqual([])
  })

  test('where it is not known what was edited, all that differs is asked about', () => {
    const mine = version({ name: 'Mine' })
    const other = version({ website: 'https://other.example/', updated_at: '2' })
    expect(mergeVersions(undefined, mine, other).conflicts).toEqual(['name', 'website'])
  })
})
