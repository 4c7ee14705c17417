import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import type { CompanyMember } from './visitor.ts'

export interface Approver {
  id: number
  email: string
  name: string
}

/** The active head buyers who can approve: those whose own orders need no approval. */
export async function listApprovers(db: Db | Tx, companyId: number): Promise<Approver[]> {
  const { rows } = await sql<Approver>`
    select id, email, name from person
    where company_id = ${companyId} and 'head_buyer' = any(roles) and disabled_at is null
      and not orders_require_approval order by id`.execute(db)
  return rows
}

/** All people of a company, by name. */
export async function listCompanyMembers(db: Db | Tx, companyId: number): Promise<CompanyMember[]> {
  const { rows } = await sql<CompanyMember>`
    select id, email, name, orders_require_approval as "needsApproval", disabled_at is null as "isActive"
    from person where company_id = ${companyId} order by name, id`.execute(db)
  return rows
}

/** Locks all people of a company, in the order of their ids, so that changes of their settings are serialized. */
export async function lockCompanyMembers(tx: Tx, companyId: number): Promise<void> {
  await sql`select from person where company_id = ${companyId} order by id for no key update`.execute(tx)
}

/** Sets whether a person's orders need approval, from the next request on. */
export async function setNeedsApproval(tx: Tx, personId: number, needsApproval: boolean): Promise<void> {
  await tx
    .updateTable('person')
    .set({ orders_require_approval: needsApproval })
    .where('id', '=', personId)
    .execute()
}
