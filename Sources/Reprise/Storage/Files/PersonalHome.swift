import Foundation

/// The home directory of the person: `HOME`, or what the login says; nil where neither does.
public func personalHome(
  _ variables: [String: String] = ProcessInfo.processInfo.environment
) -> String? {
  if let home = variables["HOME"], home.hasPrefix("/") { return home }
  guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return nil }
  let path = String(cString: home)
  return path.hasPrefix("/") ? path : nil
}
