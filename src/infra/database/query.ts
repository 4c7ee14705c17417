import { CompiledQuery, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../app-context.ts'

/** Tags that run a statement: `` findRow(db)<Order>`select … where id = ${id}` ``. The type is a cast, as that of `sql`. */

type Parts = [statement: TemplateStringsArray, ...parameters: unknown[]]

export const selectRows =
  (db: QueryExecutorProvider) =>
  async <Row>(...parts: Parts): Promise<Row[]> =>
    (await sql<Row>(...parts).execute(db)).rows

/** The first row; null: there is none. */
export const findRow =
  (db: QueryExecutorProvider) =>
  async <Row>(...parts: Parts): Promise<Row | null> =>
    (await selectRows(db)<Row>(...parts))[0] ?? null

/** The first row of a statement that always has one. */
export const getRow =
  (db: QueryExecutorProvider) =>
  async <Row>(...parts: Parts): Promise<Row> =>
    (await selectRows(db)<Row>(...parts))[0]!

export const hasRow =
  (db: QueryExecutorProvider) =>
  async (...parts: Parts): Promise<boolean> =>
    (await selectRows(db)(...parts)).length > 0

/** The only column of each row. */
export const listValues =
  (db: QueryExecutorProvider) =>
  async <Value>(...parts: Parts): Promise<Value[]> =>
    (await selectRows(db)<Record<string, Value>>(...parts)).map(row => Object.values(row)[0]!)

/** The only column of the first row; null: there is no row, or it is null. */
export const findValue =
  (db: QueryExecutorProvider) =>
  async <Value>(...parts: Parts): Promise<Value | null> =>
    (await listValues(db)<Value>(...parts))[0] ?? null

/** The only column of the first row of a statement that always has one. */
export const getValue =
  (db: QueryExecutorProvider) =>
  async <Value>(...parts: Parts): Promise<Value> =>
    (await listValues(db)<Value>(...parts))[0]!

/** Whether the statement has changed a row. */
export const changesRow =
  (db: QueryExecutorProvider) =>
  async (...parts: Parts): Promise<boolean> =>
    ((await sql(...parts).execute(db)).numAffectedRows ?? 0n) > 0n

/** A statement without a result. */
export const execute =
  (db: QueryExecutorProvider) =>
  async (...parts: Parts): Promise<void> => {
    await sql(...parts).execute(db)
  }

/** In place of a value while the text of a statement is composed. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A long statement that is run often. Its text is composed once for the same fields and nulls, instead of each time: of the
 * basket's statement that takes half as long as sending it. `compose` gets placeholders instead of values, which it may
 * only compare with null.
 */
export function composeOnce<Row, Values extends object>(
  compose: (values: Values) => RawBuilder<Row>,
): (db: Db | Tx, values: Values) => Promise<Row[]> {
  const statements = new Map<string, CompiledQuery>()
  return async (db, values) => {
    const fields = Object.entries(values)
    const shape = fields.map(([name, value]) => `${name} ${value === null}`).join()
    let statement = statements.get(shape)
    if (!statement) {
      const placeholders = fields.map(([name, value]) => [
        name,
        value === null ? null : new Placeholder(name),
      ])
      statement = compose(Object.fromEntries(placeholders) as Values).compile(db)
      statements.set(shape, statement)
    }
    const parameters = statement.parameters.map(each =>
      each instanceof Placeholder ? values[each.name as keyof Values] : each,
    )
    return (await db.executeQuery<Row>(CompiledQuery.raw(statement.sql, parameters))).rows
  }
}
