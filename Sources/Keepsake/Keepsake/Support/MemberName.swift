import Foundation

/// The name under which the others of a household see this home.
nonisolated enum MemberName {
  /// The login's full name, if the system has one.
  static var ofLogin: String {
    let user = getpwuid(getuid())
    let full = user.flatMap { $0.pointee.pw_gecos }.map { String(cString: $0) } ?? ""
    let name = full.prefix { $0 != "," }.trimmingCharacters(in: .whitespaces)
    if !name.isEmpty { return name }
    return user.flatMap { $0.pointee.pw_name }.map { String(cString: $0) } ?? "someone"
  }

  /// The rule for a name.
  static let rule = "a name must be one line of 1 to 200 bytes"

  /// A typed name without the blanks around it; `nil` if it breaks the ``rule``.
  static func checked(_ typed: String) -> String? {
    let name = typed.trimmingCharacters(in: .whitespaces)
    let isOne = !name.isEmpty && name.utf8.count <= 200 && !name.contains(where: \.isNewline)
    return isOne ? name : nil
  }
}
