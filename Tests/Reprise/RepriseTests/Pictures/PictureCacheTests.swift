@testable import RepriseMedia
import Foundation
import Terminal
import Testing

@testable import Reprise

@Suite struct PictureCacheTests {
  private let request = PictureRequest(size: Size(width: 8, height: 4), colors: .palette)
  private let picture: MadePicture
  private let cache: PictureCache

  init() throws {
    picture = try MadePicture(MadePicture.jpeg())
    let directory = (picture.path as NSString).deletingLastPathComponent
    cache = PictureCache(directory: directory + "/cache/pictures", capacity: 8)
  }

  private func source(_ identity: String) -> PictureSource {
    let path = picture.path
    return PictureSource(name: "x", identity: identity) { open(path, O_RDONLY) }
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: cache.directory)) ?? []
  }

  @Test func cachedPictureNeedsNoCompanion() throws {
    let cells = try PictureDecoder(cache: cache).cells(of: source("a"), request)
    #expect(names == ["a-\(request.key)"])
    let without = PictureDecoder(companion: "/nonexistent", cache: cache)
    #expect(try without.cells(of: source("a"), request) == cells)
    #expect(throws: PictureError.self) { try without.cells(of: source("b"), request) }
    #expect(throws: PictureError.self) { try without.cells(of: source("../a"), request) }
    let mode = try FileManager.default.attributesOfItem(atPath: cache.directory)[.posixPermissions]
    #expect(mode as? Int == 0o700)
  }

  @Test func clearedPictureIsNotCachedByEarlierWork() throws {
    let decoder = PictureDecoder(cache: cache)
    for identity in ["a", "b"] { _ = try decoder.cells(of: source(identity), request) }
    decoder.forgetAll(except: ["b"])
    #expect(names == ["b-\(request.key)"])
    // The file of a picture is opened once it is to be decoded: late enough.
    let path = picture.path
    let late = PictureSource(name: "x", identity: "c") {
      decoder.forgetAll(except: ["b"])
      return open(path, O_RDONLY)
    }
    _ = try decoder.cells(of: late, request)
    #expect(names == ["b-\(request.key)"])
  }

  @Test func damagedOrDeletedCacheIsRebuilt() throws {
    let decoder = PictureDecoder(cache: cache)
    let cells = try decoder.cells(of: source("a"), request)
    try Data("nonsense".utf8).write(
      to: URL(filePath: cache.directory + "/" + names[0]))
    #expect(try decoder.cells(of: source("a"), request) == cells)
    try FileManager.default.removeItem(atPath: cache.directory)
    #expect(try decoder.cells(of: source("a"), request) == cells)
    #expect(names.count == 1)
  }

  @Test func cacheStaysSmall() throws {
    let decoder = PictureDecoder(cache: cache)
    for number in 0..<20 { _ = try decoder.cells(of: source("p\(number)"), request) }
    #expect(names.count <= 8)
  }
}
