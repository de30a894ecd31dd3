import Foundation

/// What a notice is about.
nonisolated public enum NoticeKind: String, CaseIterable, Sendable {
  /// Something was done, as the person wanted.
  case information
  /// Something is otherwise than the person may think.
  case warning
  /// Something failed.
  case error
}

/// Where the notices of a kind go.
nonisolated public enum NoticePlace: String, CaseIterable, Sendable {
  /// In the bottom row until the next key, and in the list.
  case line
  /// In the list alone.
  case list
}

/// A line that was said to the person.
nonisolated public struct Notice: Hashable, Sendable {
  /// What it is about.
  public let kind: NoticeKind

  /// What it says.
  public let text: String

  /// When it was said last, in seconds since 1970.
  public let time: Double

  /// The number of the notice in its session, from 1.
  public let number: Int
}
