import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

/// Keepsake warns if its data is in a folder that another program synchronizes.
@Suite(.leavesMainActorAlone) struct DataPlacementTests {
  @Test(arguments: [
    (".dropbox", "Dropbox"), (".dropbox.cache", "Dropbox"), (".stfolder", "Syncthing"),
    (".sync_0a1b2c3d.db", "Nextcloud"), ("._sync_0a1b.db", "Nextcloud"),
    (".owncloudsync.log", "ownCloud"),
  ])
  func aMarkerFileAboveTheDataIdentifiesTheSyncProgram(mark: String, program: String) throws {
    let home = try InventoryHome()
    let data = home.path + "/share/data"
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    #expect(DataPlacement.fault(of: data) == nil)
    #expect(DataPlacement.warning(for: data) == nil)
    _ = try home.file("share/" + mark, "")
    #expect(
      DataPlacement.fault(of: data)
        == .synchronised(by: program, folder: home.path + "/share"))
    let line = try #require(DataPlacement.warning(for: data))
    #expect(line.contains(program) && line.contains("keepsake backup") && !line.contains("\n"))
  }

  @Test(arguments: ["OneDrive", "OneDrive - Home"])
  func theFolderNameIdentifiesOneDrive(_ name: String) throws {
    let home = try InventoryHome()
    let data = "\(home.path)/\(name)/data"
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    #expect(
      DataPlacement.fault(of: data)
        == .synchronised(by: "OneDrive", folder: "\(home.path)/\(name)"))
  }
}
