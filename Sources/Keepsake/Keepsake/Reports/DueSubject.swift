import Inventory

/// The input of what is due and of the reports: if it changes, they are read again.
nonisolated struct DueSubject: Equatable, Sendable {
  let dataVersion: Int64
  let question: DueQuestion
  /// The time of the last backup, in milliseconds since 1970.
  let lastBackup: Timestamp?

  @MainActor init(_ context: AppContext) throws {
    let database = context.store.database
    dataVersion = database.dataVersion
    question = context.preferences.personal.dueQuestion(
      on: context.preferences.today(), in: database.currency)
    lastBackup = try database.lastBackup()
  }
}
