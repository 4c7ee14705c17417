import type pg from 'pg'
import { demoPassword } from '../demo/people/people.ts'
import { toCodeKey } from '../src/lib/part-number.ts'
import type { TimedRequest } from './timed-load.ts'
import { marker } from './visitors.ts'

export interface ScaleFigure {
  key: string
  name: string
  requests: TimedRequest[]
  /** Milliseconds that 99 of 100 answers should stay below. */
  p99AimMs?: number
  /** Answers a second to reach. */
  perSecondAim?: number
  /** Compared with the small catalogue: its median times this is the most. */
  ratioAim?: number
}

const howMany = 2000
const suggestionP99Ms = 10
const facetsP99Ms = 5
const facetMatches = 20_000

/** What is asked of the shop at scale, drawn from what its database holds: the same for the same catalogue. */
export async function scaleFigures(url: string, pool: pg.Pool): Promise<ScaleFigure[]> {
  const codes = await someCodes(pool)
  const call = (path: string, more: Record<string, string> = {}): TimedRequest => ({
    path,
    headers: { ...marker, ...more },
  })
  const search = (query: string, more: string) => call(`/search?query=${encodeURIComponent(query)}&${more}`)
  // As the header asks while somebody types.
  const suggestion = (query: string) => search(query, 'scope=products,codes,makes_models&size=8&with-hint=1')
  const beginnings = codes.map((code, nth) => toCodeKey(code).slice(0, 3 + (nth % 4)))
  const parts = codes.map(toCodeKey).filter(key => key.length >= 7)
  const words = await rareWords(pool)
  const common = ['filter', 'oil filter', 'air', 'hydraulic', 'fuel filter', 'spin-on', 'cabin', 'element']
  const wrong = [
    'hydrualic',
    'fitler',
    'seperator',
    'transmision filter',
    'cabiin',
    'elment',
    'braether',
    'coolannt',
  ]
  const machines = await someMachines(pool)
  const plates = await somePlates(pool)
  const many = await wordOf(url, facetMatches)
  const cookie = await signIn(url)
  return [
    {
      key: 'exact',
      name: 'Code, exact: numbers alone',
      requests: codes.map(code => search(code, 'scope=codes&size=8')),
      p99AimMs: suggestionP99Ms,
      perSecondAim: 5000,
      ratioAim: 1.5,
    },
    {
      key: 'exact-both',
      name: 'Code, exact: as suggestion',
      requests: codes.map(suggestion),
      p99AimMs: suggestionP99Ms,
      ratioAim: 1.5,
    },
    {
      key: 'prefix',
      name: 'Code, its first 3 to 6 signs: as suggestion',
      requests: beginnings.map(suggestion),
      p99AimMs: suggestionP99Ms,
      ratioAim: 1.5,
    },
    {
      key: 'inner',
      name: 'Code, inner part of 5 or 6 signs: as suggestion',
      requests: parts.map((key, nth) => suggestion(key.slice(1, 6 + (nth % 2)))),
      p99AimMs: suggestionP99Ms,
    },
    {
      key: 'rare',
      name: 'Words, rare: brand, type and size',
      requests: words.map(suggestion),
      p99AimMs: suggestionP99Ms,
    },
    {
      key: 'common',
      name: 'Words, common',
      requests: common.map(suggestion),
      p99AimMs: suggestionP99Ms,
    },
    { key: 'typo', name: 'Words, one typo', requests: wrong.map(suggestion), p99AimMs: suggestionP99Ms },
    {
      key: 'facets',
      name: `Facets over ${facetMatches} matches`,
      requests: [search(many, 'filter-finder=1&size=1')],
      p99AimMs: facetsP99Ms,
    },
    {
      key: 'facets-new',
      name: `Facets over ${facetMatches} matches, each time under other filters`,
      requests: (await someFilters(pool)).map(filters =>
        search(many, `filter-finder=1&size=1&filters=${encodeURIComponent(filters)}`),
      ),
    },
    {
      key: 'fitment',
      name: 'Fitment page: filters of one variant',
      requests: machines.map(({ make, model, variant }) =>
        call(`/filter-finder/search?mode=make&manufacturer=${make}&model=${model}&variant=${variant}`),
      ),
    },
    {
      key: 'serial',
      name: 'Serial lookup',
      requests: plates.map(({ make, serial }) =>
        call(`/filter-finder/search?mode=make&manufacturer=${make}&serial_number=${serial}`, { cookie }),
      ),
    },
    {
      key: 'makes',
      name: 'Manufacturers, `depth=1`',
      requests: [call('/filter-finder/manufacturers?depth=1')],
    },
    {
      key: 'tree',
      name: 'Manufacturers, one make whole',
      requests: machines.map(({ make }) => call(`/filter-finder/manufacturers?manufacturer=${make}`)),
    },
  ]
}

async function someCodes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ code: string }>(
    `select code from cross_reference where id in (
       select (1 + (n::bigint * 7919 * 104729) % (select max(id) from cross_reference))::int from generate_series(1, $1) n)
     order by md5(code)`,
    [howMany],
  )
  return rows.map(({ code }) => code)
}

async function rareWords(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ words: string }>(`
    select concat_ws(' ', b.name, t.name, (select a.value from product_attribute a where a.product_id = p.id order by a.attribute_id limit 1)) as words
    from product p join brand b on b.id = p.brand_id join product_type t on t.id = p.type_id
    where p.id % greatest(1, (select max(id) / 500 from product)) = 0 order by md5(p.code)`)
  return rows.map(({ words }) => words)
}

/** More different filters than any process keeps the counts of. */
async function someFilters(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ filters: string }>(`
    select json_build_object('brand', json_build_array(one.name, other.name)) as filters
    from brand one join brand other on other.id > one.id order by md5(one.name || other.name)`)
  return rows.map(({ filters }) => JSON.stringify(filters))
}

interface SomeMachine {
  make: string
  model: string
  variant: number
}

async function someMachines(pool: pg.Pool): Promise<SomeMachine[]> {
  const { rows } = await pool.query<SomeMachine>(`
    select mk.slug as make, mo.slug as model, v.id as variant
    from variant v join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
    where v.id % greatest(1, (select max(id) / 500 from variant)) = 0 order by md5(v.id::text)`)
  return rows
}

async function somePlates(pool: pg.Pool): Promise<{ make: string; serial: string }[]> {
  const { rows } = await pool.query<{ make: string; serial: string }>(`
    select mk.slug as make, r.prefix || (r.from_number + 1) as serial
    from serial_range r join variant v on v.id = r.variant_id join model mo on mo.id = v.model_id
      join make mk on mk.id = mo.make_id
    where r.kind = 'serial' order by md5(r.id::text) limit 500`)
  return rows
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { ...marker, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'trade@example.com', password: demoPassword }),
  })
  if (response.status !== 200) throw new Error(`Nobody could sign in: ${response.status}`)
  return response.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}

/** The question, of a few, whose matches come nearest to so many. */
async function wordOf(url: string, matches: number): Promise<string> {
  const candidates = [
    'cabin',
    'coolant',
    'oil element',
    'fuel element',
    'panel',
    'separator',
    'breather',
    'transmission',
  ]
  const totals = await Promise.all(
    candidates.map(async query => {
      const response = await fetch(`${url}/search?query=${encodeURIComponent(query)}&size=1`, {
        headers: marker,
      })
      const { products } = (await response.json()) as { products: { total: number } }
      return { query, distance: Math.abs(products.total - matches) }
    }),
  )
  return totals.toSorted((a, b) => a.distance - b.distance)[0]!.query
}
