import type pg from 'pg'
import { toCodeKey } from '../src/lib/part-number.ts'
import type { TimedRequest } from './timed-load.ts'
import { marker, signIn } from './visitors.ts'

export interface ScaleFigure {
  name: string
  requests: TimedRequest[]
}

const codeCount = 2000
const facetMatches = 20_000

/** The requests to the shop at scale, drawn from its database: the same for the same catalogue. */
export async function prepareScaleFigures(url: string, pool: pg.Pool): Promise<ScaleFigure[]> {
  const codes = await drawCodes(pool)
  const call = (path: string, more: Record<string, string> = {}): TimedRequest => ({
    path,
    headers: { ...marker, ...more },
  })
  const search = (query: string, more: string) => call(`/search?query=${encodeURIComponent(query)}&${more}`)
  // The header's quick search while somebody types.
  const suggestion = (query: string) => search(query, 'scope=products,codes,makes_models&size=8&with-hint=1')
  const codePrefixes = codes.map((code, nth) => toCodeKey(code).slice(0, 3 + (nth % 4)))
  const codeKeys = codes.map(toCodeKey).filter(key => key.length >= 7)
  const rareQueries = await drawRareWords(pool)
  const commonQueries = [
    'filter',
    'oil filter',
    'air',
    'hydraulic',
    'fuel filter',
    'spin-on',
    'cabin',
    'element',
  ]
  const misspeltQueries = [
    'hydrualic',
    'fitler',
    'seperator',
    'transmision filter',
    'cabiin',
    'elment',
    'braether',
    'coolannt',
  ]
  const machines = await drawMachines(pool)
  const plates = await drawPlates(pool)
  const queryWithManyMatches = await findQueryByMatches(url, facetMatches)
  const { cookie } = await signIn(url, 'trade@example.com')
  return [
    {
      name: 'Code, exact: numbers alone',
      requests: codes.map(code => search(code, 'scope=codes&size=8')),
    },
    {
      name: 'Code, exact: as suggestion',
      requests: codes.map(suggestion),
    },
    {
      name: 'Code, its first 3 to 6 signs: as suggestion',
      requests: codePrefixes.map(suggestion),
    },
    {
      name: 'Code, inner part of 5 or 6 signs: as suggestion',
      requests: codeKeys.map((key, nth) => suggestion(key.slice(1, 6 + (nth % 2)))),
    },
    {
      name: 'Words, rare: brand, type and size',
      requests: rareQueries.map(suggestion),
    },
    {
      name: 'Words, common',
      requests: commonQueries.map(suggestion),
    },
    {
      name: 'Words, one typo',
      requests: misspeltQueries.map(suggestion),
    },
    {
      name: `Facets over ${facetMatches} matches`,
      requests: [search(queryWithManyMatches, 'filter-finder=1&size=1')],
    },
    {
      name: `Facets over ${facetMatches} matches, each time under other filters`,
      requests: (await drawFilters(pool)).map(filters =>
        search(queryWithManyMatches, `filter-finder=1&size=1&filters=${encodeURIComponent(filters)}`),
      ),
    },
    {
      name: 'Fitment page: filters of one variant',
      requests: machines.map(({ make, model, variant }) =>
        call(`/filter-finder/search?mode=make&manufacturer=${make}&model=${model}&variant=${variant}`),
      ),
    },
    {
      name: 'Serial lookup',
      requests: plates.map(({ make, serial }) =>
        call(`/filter-finder/search?mode=make&manufacturer=${make}&serial_number=${serial}`, { cookie }),
      ),
    },
    {
      name: 'Manufacturers, `depth=1`',
      requests: [call('/filter-finder/manufacturers?depth=1')],
    },
    {
      name: 'Manufacturers, one make whole',
      requests: machines.map(({ make }) => call(`/filter-finder/manufacturers?manufacturer=${make}`)),
    },
  ]
}

async function drawCodes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ code: string }>(
    `select code from cross_reference where id in (
       select (1 + (n::bigint * 7919 * 104729) % (select max(id) from cross_reference))::int from generate_series(1, $1) n)
     order by md5(code)`,
    [codeCount],
  )
  return rows.map(({ code }) => code)
}

async function drawRareWords(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ words: string }>(`
    select concat_ws(' ', b.name, t.name, (select a.value from product_attribute a where a.product_id = p.id order by a.attribute_id limit 1)) as words
    from product p join brand b on b.id = p.brand_id join product_type t on t.id = p.type_id
    where p.id % greatest(1, (select max(id) / 500 from product)) = 0 order by md5(p.code)`)
  return rows.map(({ words }) => words)
}

/** More filters than a process caches counts for. */
async function drawFilters(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ filters: string }>(`
    select json_build_object('brand', json_build_array(one.name, other.name)) as filters
    from brand one join brand other on other.id > one.id order by md5(one.name || other.name)`)
  return rows.map(({ filters }) => JSON.stringify(filters))
}

interface MachineSlugs {
  make: string
  model: string
  variant: number
}

async function drawMachines(pool: pg.Pool): Promise<MachineSlugs[]> {
  const { rows } = await pool.query<MachineSlugs>(`
    select mk.slug as make, mo.slug as model, v.id as variant
    from variant v join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
    where v.id % greatest(1, (select max(id) / 500 from variant)) = 0 order by md5(v.id::text)`)
  return rows
}

async function drawPlates(pool: pg.Pool): Promise<{ make: string; serial: string }[]> {
  const { rows } = await pool.query<{ make: string; serial: string }>(`
    select mk.slug as make, r.prefix || (r.from_number + 1) as serial
    from serial_range r join variant v on v.id = r.variant_id join model mo on mo.id = v.model_id
      join make mk on mk.id = mo.make_id
    where r.kind = 'serial' order by md5(r.id::text) limit 500`)
  return rows
}

/** The candidate query whose number of matches is nearest to `matches`. */
async function findQueryByMatches(url: string, matches: number): Promise<string> {
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
