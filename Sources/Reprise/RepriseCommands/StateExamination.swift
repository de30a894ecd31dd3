import Foundation
import Preservation
import Reprise

/// What `doctor` says of saved state: whether others can read it, and whether every seal is whole.
public struct StateExamination {
  private let directories: AppDirectories

  /// Looks at the state of an app.
  public init(_ directories: AppDirectories) { self.directories = directories }

  /// The findings: one for the directories, one for each session.
  public func findings() -> [DoctorFinding] { permissions() + sessions() }

  private func permissions() -> [DoctorFinding] {
    let open = [directories.data, directories.state].filter { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & 0o077 != 0
    }
    guard !open.isEmpty else { return [ok("permissions", "nobody else can read the files")] }
    return open.map { path in
      DoctorFinding(
        check: "permissions", status: .problem, text: "others can read \(path): chmod 700 \(path)",
        exitCode: CommandFailure.Status.permission.rawValue)
    }
  }

  private func sessions() -> [DoctorFinding] {
    let states = StateHome(path: directories.state).storedSessions().filter { !$0.isDiscarded }
    guard !states.isEmpty else { return [ok("state", "nothing is saved yet")] }
    do {
      guard let keys = try LoginKeyProvider.existing(file: directories.keyFile) else {
        return [
          DoctorFinding(
            check: "state", status: .note,
            text: "the state is sealed, and its key is not at \(directories.keyFile)")
        ]
      }
      return states.map { finding(on: $0, keys) }
    } catch {
      return [problem(CommandFailure(describing: error))]
    }
  }

  private func finding(on state: StoredState, _ keys: LoginKeyProvider) -> DoctorFinding {
    do {
      guard let first = try state.file.problems(keys: keys).first else {
        return ok("state", "the state of \(state.name) is whole")
      }
      return problem(
        CommandFailure(status: .badData, message: "the state of \(state.name): \(first)"))
    } catch {
      return problem(CommandFailure(describing: error))
    }
  }

  private func ok(_ check: String, _ text: String) -> DoctorFinding {
    DoctorFinding(check: check, status: .ok, text: text)
  }

  private func problem(_ failure: CommandFailure) -> DoctorFinding {
    DoctorFinding(
      check: "state", status: .problem, text: failure.message, exitCode: failure.status.rawValue)
  }
}
