/// A system whose kernel keeps no keys, or is asked for too many.
enum FailingKeyring: CaseIterable {
  /// The kernel was built without keyrings.
  case missing
  /// A sandbox forbids them.
  case forbidden
  /// This user has as many keys as one may have.
  case full

  /// The words before a command that runs it, with all that it starts, on such a system.
  var words: [String] {
    let (calls, error) =
      switch self {
      case .missing: ("add_key,keyctl", "ENOSYS")
      case .forbidden: ("add_key,keyctl", "EPERM")
      case .full: ("add_key", "EDQUOT")
      }
    return [
      "/usr/bin/strace", "-D", "-I", "2", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null",
      "-e", "trace=\(calls)", "-e", "inject=\(calls):error=\(error)",
    ]
  }
}
