import Foundation
import Preservation

/// Stores state as fast as it can until it is killed: `StoringProbe HOME`.
///
/// Takes the first free session. All objects of a commit carry the same number, one more than the previous commit, so
/// an incomplete commit is detected. It also ends with its parent process.
@main
enum Probe {
  static func main() throws {
    guard let home = CommandLine.arguments.dropFirst().first else { exit(64) }
    let session = try StateHome(path: home + "/state").openFreeSession()
    let store = StateStore(session: session, keys: try LoginKeyProvider(file: home + "/key"))
    if let notice = store.notice ?? store.warning {
      FileHandle.standardOutput.write(Data("\(notice)\n".utf8))
      exit(1)
    }
    var number = store.records.compactMap(\.number).max() ?? 0
    store.didFinishLaunching()
    let parent = getppid()
    while getppid() == parent {
      number += 1
      let records = [NodeID.application, NodeID(rawValue: 2_000 + Int64(number % 7))].map {
        ObjectRecord(
          node: $0, kind: $0 == .application ? .application : .object, parent: nil,
          identifier: "object", typeKey: "object", values: [("number", .int(Int64(number)))])
      }
      let gone = NodeID(rawValue: 2_000 + Int64((number + 3) % 7))
      try store.commit(
        ArchiveChanges(upserts: records, deletions: [gone]), info: ArchiveInfo())
      usleep(UInt32.random(in: 0..<2_000))
    }
  }
}

extension ObjectRecord {
  fileprivate var number: Int? {
    guard case .int(let number) = values.first?.value else { return nil }
    return Int(number)
  }
}
