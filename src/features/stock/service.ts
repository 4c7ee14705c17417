export {
  allocatableLinesSql,
  getAllocatableSql,
  insertMovement,
  returnToStock,
  shortLinesSql,
  shortProductsSql,
} from './queries.ts'
