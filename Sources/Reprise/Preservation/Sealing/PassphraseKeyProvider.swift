import Storage

/// A key provider that a passphrase opens and a lock closes; `KeyBag` of the module `Protection` is one.
public protocol PassphraseKeyProvider: KeyProvider, ProtectedDataSource {
  /// Opens the keys.
  ///
  /// It takes a few tenths of a second, so call it away from the main thread.
  ///
  /// - Throws: An error whose description is one line for the person.
  func unlock(typed passphrase: String) throws
}
