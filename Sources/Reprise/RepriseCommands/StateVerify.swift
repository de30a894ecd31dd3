import ArgumentParser
import Foundation
import Preservation
import Reprise

/// `notes state verify`: checks the seals of saved states.
struct StateVerify<App: CommandLineApp>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "verify",
      abstract: "Check every seal of one or all states; the exit status is 65 if one is broken.",
      usage: "\(Console.program) state verify [<session>] [<options>]")
  }

  @OptionGroup var selection: StateSelection<App>

  @Flag(help: "Check all sessions, their previous generations and all states set aside.")
  var all = false

  @Flag(help: "Print one JSON object per line for each state.")
  var json = false

  func run() throws {
    do {
      try App.allowInspection()
      let files = try files()
      let keys = try selection.requiredKeys()
      var isDamaged = false
      for (name, file) in files {
        let problems = try problems(of: file, keys: keys)
        isDamaged = isDamaged || !problems.isEmpty
        try say(problems, of: name)
      }
      if isDamaged { throw ExitCode(CommandFailure.Status.badData.rawValue) }
    } catch let error as ExitCode {
      throw error
    } catch {
      App.fail(error)
    }
  }

  private func files() throws -> [(name: String, file: StateFile)] {
    let home = try selection.home()
    let states = try all ? home.storedSessions() + home.statesAside() : [selection.state()]
    return states.flatMap { state in
      let previous = state.generation.map { [("\(state.name), previous generation", $0)] } ?? []
      return (state.isDiscarded ? [] : [(state.name, state.file)]) + previous
    }
  }

  /// The problems of a file; a file of another program is a problem, too.
  ///
  /// With `--all`, a file that cannot be checked counts as a problem, so the others are still checked.
  private func problems(of file: StateFile, keys: LoginKeyProvider) throws -> [String] {
    do {
      return try file.problems(keys: keys)
    } catch StateError.damaged(let reason) {
      return [reason]
    } catch let error as StateError where all {
      return ["not checked: \(error)"]
    }
  }

  private func say(_ problems: [String], of name: String) throws {
    if json {
      try Console.json(VerifiedState(name: name, isWhole: problems.isEmpty, problems: problems))
    } else if problems.isEmpty {
      Console.data(name, "whole")
    } else {
      for problem in problems { Console.data(name, problem) }
    }
  }
}

/// The fields of `state verify --json`; their names are stable.
struct VerifiedState: Encodable {
  var name: String
  var isWhole: Bool
  var problems: [String]
}

/// The findings of `doctor` about saved state: its permissions, and whether every seal is intact.
struct StateExamination {
  private let directories: AppDirectories

  /// Examines the state of an app.
  init(_ directories: AppDirectories) { self.directories = directories }

  /// The findings: one for the directories, one for each session.
  func findings() -> [DoctorFinding] { permissions() + sessions() }

  private func permissions() -> [DoctorFinding] {
    let open = [directories.data, directories.state].filter { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & 0o077 != 0
    }
    guard !open.isEmpty else { return [ok("permissions", "no one else can read the files")] }
    return open.map { path in
      DoctorFinding(
        check: "permissions", status: .problem,
        text: "other users can read \(path); run: chmod 700 \(path)",
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
            text: "the state is encrypted, and its key is not at \(directories.keyFile)")
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
        return ok("state", "the state of \(state.name) is intact")
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
