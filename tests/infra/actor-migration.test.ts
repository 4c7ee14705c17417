import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'

// 123-actors.sql keeps who did what as kind and id, beside the text of releases before it.

const database = await createTestDatabase()
afterAll(() => database.close())
const { pool } = database

const insertAudit = async (columns: string, ...values: unknown[]) => {
  const places = values.map((_, index) => `$${index + 1}`).join(', ')
  const { rows } = await pool.query(
    `insert into audit (${columns}, action, subject) values (${places}, 'tested', 'audit')
     returning actor, actor_kind as kind, actor_id as id`,
    values,
  )
  return rows[0]
}

test('a release before this one writes a text, of which kind and person are taken', async () => {
  const { rows } = await pool.query(
    `insert into person (email, name, password_hash) values ('a@example.com', 'A', '') returning id`,
  )
  const { id } = rows[0]
  expect(await insertAudit('actor', `person ${id}`)).toEqual({ actor: `person ${id}`, kind: 'person', id })
  for (const actor of [
    'guest',
    'clock',
    'card provider',
    'import',
    'person 999999999',
    'person 12345678901234567890',
  ])
    expect(await insertAudit('actor', actor)).toEqual({ actor, kind: actor, id: null })
  expect(await insertAudit('actor_kind, actor_id', 'person', id)).toEqual({
    actor: `person ${id}`,
    kind: 'person',
    id,
  })
  expect(await insertAudit('actor_kind', 'clock')).toEqual({ actor: 'clock', kind: 'clock', id: null })
  await expect(insertAudit('actor_kind, actor_id', 'person', 999_999_999)).rejects.toThrow(/audit_actor_id/)
  await expect(insertAudit('actor_kind, actor_id', 'clock', id)).rejects.toThrow(/audit_actor/)
})
