/// What a lock closes: the keys of protected files (contract 8.3.7).
///
/// `KeyBag` of the module `Protection` is one.
public protocol ProtectedDataSource: AnyObject {
  /// Whether what the strictest class protects can be read now.
  var isUnlocked: Bool { get }

  /// Wipes the keys that must not outlive a lock.
  func lock()
}
