import type pg from 'pg'
import { hashPassword } from '../../src/features/accounts/password-hash.server.ts'

/** The demo's accounts: the same people in the shop, in tests and in the documents. */
export const demoPassword = 'filters-2026'

export const demoCompanies = [
  { account: 'NPH001', name: 'Northfield Plant Hire', onStop: false, vat: 'GB980780684' },
  { account: 'DAL002', name: 'Dale Aggregates', onStop: true, vat: null },
] as const

export const demoPeople = [
  { email: 'retail@example.com', name: 'Rita Tailor', company: null, roles: ['buyer'], permissions: [] },
  {
    email: 'trade@example.com',
    name: 'Tom Rade',
    company: 'NPH001',
    roles: ['buyer'],
    permissions: ['full_customer', 'account_orders'],
  },
  {
    email: 'head@example.com',
    name: 'Helen Ead',
    company: 'NPH001',
    roles: ['buyer', 'head_buyer'],
    permissions: ['full_customer', 'account_orders'],
  },
  {
    email: 'apprentice@example.com',
    name: 'Adam Prentice',
    company: 'NPH001',
    roles: ['buyer'],
    permissions: [],
    needsApproval: true,
  },
  {
    email: 'stopped@example.com',
    name: 'Steve Topham',
    company: 'DAL002',
    roles: ['buyer'],
    permissions: ['account_orders'],
  },
  {
    email: 'staff@example.com',
    name: 'Stella Affleck',
    company: null,
    roles: ['buyer', 'staff'],
    permissions: ['godmode'],
  },
] as const

const accountAddresses = [
  [
    'NPH001',
    'Accounts',
    'Department',
    'Northfield Plant Hire',
    'Unit 4, Northfield Yard',
    'Kirkstall Road',
    'Leeds',
    'West Yorkshire',
    'LS3 1LH',
    '0113 496 0101',
  ],
  [
    'DAL002',
    'Accounts',
    'Department',
    'Dale Aggregates',
    'Quarry House',
    'Dale Lane',
    'Skipton',
    'North Yorkshire',
    'BD23 1PT',
    '01756 496020',
  ],
] as const

// Six addresses: two more than the checkout shows at first.
const retailAddresses = [
  ['12 Mill Lane', '', 'Otley', 'West Yorkshire', 'LS21 3AB', true],
  ['The Old Forge', 'Church Street', 'Ilkley', 'West Yorkshire', 'LS29 9DS', false],
  ['3 Station Road', '', 'Harrogate', 'North Yorkshire', 'HG1 1UF', false],
  ['Glenview', 'Shore Road', 'Ullapool', 'Ross-shire', 'IV26 2UB', false],
  ['27 Malone Avenue', '', 'Belfast', 'County Antrim', 'BT9 6EQ', false],
  ['8 Harbour Terrace', '', 'Whitby', 'North Yorkshire', 'YO21 3PU', false],
] as const

const vouchers = [
  ['SAVE10', 'percentage', 1000, 0, null, null],
  ['FIVER', 'fixed', 500, 5000, null, null],
  ['FREEDEL', 'free_delivery', 0, 0, null, null],
  ['EXPIRED', 'percentage', 2000, 0, '2025-12-31T23:59:59Z', null],
  ['ONCE', 'fixed', 200, 0, null, 1],
] as const

/** Adds the demo's people, addresses and vouchers that are missing; existing rows stay as they are. */
export async function loadPeople(client: pg.PoolClient): Promise<void> {
  const passwordHash = await hashPassword(demoPassword)
  for (const { account, name, onStop, vat } of demoCompanies) {
    await client.query(
      `insert into company (account_number, name, on_stop, vat_registration) values ($1, $2, $3, $4)
       on conflict (account_number) do nothing`,
      [account, name, onStop, vat],
    )
  }
  for (const person of demoPeople) {
    await client.query(
      `insert into person (email, name, company_id, roles, permissions, orders_require_approval, password_hash,
         telephone, verified_at)
       values ($1, $2, (select id from company where account_number = $3), $4, $5, $6, $7, '0113 496 0123', now())
       on conflict (email) do nothing`,
      [
        person.email,
        person.name,
        person.company,
        person.roles,
        person.permissions,
        'needsApproval' in person,
        passwordHash,
      ],
    )
  }
  for (const [account, ...address] of accountAddresses) {
    await client.query(
      `insert into address (company_id, firstname, surname, company, line_1, line_2, line_3, line_4, postcode, country,
         telephone, billing, imported)
       select c.id, $2, $3, $4, $5, $6, $7, $8, $9, 'GB', $10, true, true from company c
       where c.account_number = $1 and not exists (select from address a where a.company_id = c.id and a.imported)`,
      [account, ...address],
    )
  }
  const hasAddresses = await client.query(
    `select from address a join person p on p.id = a.person_id where p.email = 'retail@example.com' limit 1`,
  )
  if (hasAddresses.rowCount === 0) {
    for (const [line1, line2, town, county, postcode, billing] of retailAddresses) {
      await client.query(
        `insert into address (person_id, firstname, surname, line_1, line_2, line_3, line_4, postcode, country, telephone,
           billing)
         select id, 'Rita', 'Tailor', $1, $2, $3, $4, $5, 'GB', '0113 496 0123', $6 from person
         where email = 'retail@example.com'`,
        [line1, line2, town, county, postcode, billing],
      )
    }
  }
  for (const [code, kind, amount, minimum, endsAt, limit] of vouchers) {
    await client.query(
      `insert into voucher (code, kind, amount, minimum_spend, ends_at, total_limit) values ($1, $2, $3, $4, $5, $6)
       on conflict (code) do nothing`,
      [code, kind, amount, minimum, endsAt, limit],
    )
  }
}
