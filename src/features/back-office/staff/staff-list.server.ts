import { sql } from 'kysely'
import { limitToPage } from '../../../infra/database/columns.ts'
import { getRow, selectRows } from '../../../infra/database/query.ts'
import { upperFirst } from '../../../lib/text.ts'
import { defineList, type ListRequest } from '../table/define-list.server.ts'
import { muted } from '../table/list-cell.ts'
import { formatAccess, type StaffAccess, staffUrl, toStaffUrl } from './staff.ts'

const groups = {
  active: { name: 'Can sign in', empty: 'Nobody can sign in.' },
  disabled: { name: 'Disabled', empty: 'Nobody is disabled.' },
}

interface ListedMember extends StaffAccess {
  id: number
  name: string
  email: string
  hasSecondFactor: boolean
}

/** Who may work in the back office (R-STAFF-7). */
export const staffListRoutes = defineList({
  section: 'staff',
  url: staffUrl,
  menu: { position: 115, isRare: true },
  right: 'manager',
  title: 'Staff',
  noun: ['member of staff', 'members of staff'],
  groups,
  sort: 'name',
  tieBreaker: sql`p.id`,
  load: async (request: ListRequest<keyof typeof groups>) => {
    const { db, choice, orderBy } = request
    const isStaff = sql`'staff' = any(p.roles)`
    const [rows, counts] = await Promise.all([
      selectRows(db)<ListedMember>`
        select p.id, p.name, p.email, p.staff_rights as rights, p.totp_confirmed_at is not null as "hasSecondFactor",
          case when 'godmode' = any(p.permissions) then 'manager' else 'staff' end as role
        from person p where ${isStaff} and (p.disabled_at is null) = ${choice.group === 'active'}
        order by ${orderBy} ${limitToPage(request)}`,
      getRow(db)<Record<keyof typeof groups, number>>`
        select (count(*) filter (where p.disabled_at is null))::int as active,
          (count(*) filter (where p.disabled_at is not null))::int as disabled from person p where ${isStaff}`,
    ])
    return { rows, counts }
  },
  rowKey: ({ id }) => id,
  columns: {
    name: {
      heading: 'Name',
      sort: { usual: 'up', by: sql`lower(p.name)` },
      cell: ({ id, name, email }) => [{ text: name || email, url: toStaffUrl(id) }, muted(email)],
      csv: ({ name }) => name,
    },
    email: { heading: 'Email', csv: ({ email }) => email },
    access: {
      heading: 'May do',
      phoneLabel: 'May do',
      cell: row => upperFirst(formatAccess(row)),
      csv: row => formatAccess(row),
    },
    factor: {
      heading: 'Two-step sign-in',
      phoneLabel: 'Two-step sign-in',
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : muted('Off')),
      csv: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : 'Off'),
    },
  },
  actions: [{ url: `${staffUrl}/new`, name: 'Invite', look: 'strong' }],
})
