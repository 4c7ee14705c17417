import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { getRow } from '../../infra/database/query.ts'
import type { OrderSearch } from './order-search.ts'

/**
 * The orders or quotes that a search finds, as a query of (order_id, at, is_whole_words): those with all its words whole; if
 * there are none, those with words that begin like them. No more than `most`, in no order; null: all.
 */
export function matchingOrdersSql(
  { beginnings, wholeWords }: OrderSearch,
  { isQuote, most }: { isQuote: boolean; most: number | null },
): RawBuilder<unknown> {
  const kind = isQuote ? sql`is_quote` : sql`not is_quote`
  const limit = most === null ? sql`` : sql`limit ${sql.lit(most)}`
  if (wholeWords === null)
    return sql`select order_id, at, false as is_whole_words from order_search where words @@ ${beginnings}::tsquery and ${kind} ${limit}`
  return sql`
    with whole_words as materialized (
      select order_id, at from order_search where words @@ ${wholeWords}::tsquery and ${kind} ${limit}
    )
    select order_id, at, true as is_whole_words from whole_words
    union all (select order_id, at, false from order_search
      where not exists (select from whole_words) and words @@ ${beginnings}::tsquery and ${kind} ${limit})`
}

export interface MatchingOrders {
  /** At most one more than `most`. */
  count: number
  /** The newest first; null: there are more than `most`. */
  ids: number[] | null
  isWholeWords: boolean
}

/** The orders that a search finds, without quotes. */
export async function findMatchingOrders(db: Db, search: OrderSearch, most: number): Promise<MatchingOrders> {
  const isFrequent = search.onlyWord === null ? sql`false` : isFrequentWordSql(search.onlyWord, most)
  const limit = sql.lit(most + 1)
  return getRow(db)<MatchingOrders>`
    with word as materialized (select ${isFrequent} as is_frequent),
    matching as materialized (
      select * from (${matchingOrdersSql(search, { isQuote: false, most: most + 1 })}) m
      where not (select is_frequent from word)
    ), counted as (
      select case when (select is_frequent from word) then ${limit} else (select count(*)::int from matching) end as count
    )
    select count, coalesce((select bool_or(is_whole_words) from matching), false) as "isWholeWords",
      case when count < ${limit} then coalesce((select json_agg(order_id order by at desc, order_id desc) from matching), '[]') end as ids
    from counted`
}

// The index collects all orders of a word before it returns the first, which takes long for 'hire' or 'jones'. The
// planner's statistics know the words of many orders: an estimate of three times the limit leaves no doubt.
const isFrequentWordSql = (word: string, most: number): RawBuilder<unknown> => sql`exists (
  select from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as common (word, share)
  where s.schemaname = current_schema() and s.tablename = 'order_search' and s.attname = 'words'
    and common.word = ${word}
    and common.share * (select reltuples from pg_class where oid = 'order_search'::regclass) > ${sql.lit(3 * most)})`
