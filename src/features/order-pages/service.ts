export {
  type AccountNewsRow,
  accountNewsColumns,
  getAccountNews,
  toAccountNews,
} from './account/overview.server.ts'
export { findAccountOrder, isVisibleTo, ordersVisibleTo } from './account/queries.ts'
