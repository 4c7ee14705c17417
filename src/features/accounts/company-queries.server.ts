import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'

export interface Colleague {
  id: number
  email: string
  name: string
}

/** Who gives approvals in a company: neither who is disabled nor who needs approval himself. */
export async function headBuyersOf(db: Db | Tx, companyId: number): Promise<Colleague[]> {
  const { rows } = await sql<Colleague>`
    select id, email, name from person
    where company_id = ${companyId} and 'head_buyer' = any(roles) and disabled_at is null
      and not orders_require_approval order by id`.execute(db)
  return rows
}

export interface Member extends Colleague {
  needsApproval: boolean
  isActive: boolean
}

/** Everybody of a company, by name. */
export async function membersOf(db: Db | Tx, companyId: number): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select id, email, name, orders_require_approval as "needsApproval", disabled_at is null as "isActive"
    from person where company_id = ${companyId} order by name, id`.execute(db)
  return rows
}

/** Locks everybody of a company, in the order of their ids, so that who changes their settings does it alone. */
export async function lockMembers(tx: Tx, companyId: number): Promise<void> {
  await sql`select from person where company_id = ${companyId} order by id for no key update`.execute(tx)
}

/** Whether a person's orders need approval, from his next request on. */
export async function setNeedsApproval(tx: Tx, personId: number, needsApproval: boolean): Promise<void> {
  await tx
    .updateTable('person')
    .set({ orders_require_approval: needsApproval })
    .where('id', '=', personId)
    .execute()
}
