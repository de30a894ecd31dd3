extension InputParser {
  /// The most code points that join into one key press.
  private static let graphemeLimit = 32

  mutating func emit(_ key: Key, _ modifiers: KeyPress.Modifiers = []) {
    events.append(.key(KeyPress(key, modifiers)))
  }

  /// Emits a typed character; joins it to the previous one if both form one grapheme.
  mutating func emit(typed scalar: Unicode.Scalar, _ modifiers: KeyPress.Modifiers = []) {
    guard scalar.properties.generalCategory != .control else {
      emit(.character("\u{FFFD}"), modifiers)
      return
    }
    if !scalar.isASCII, modifiers.isEmpty, let joined = joinedToLast(scalar) {
      events.removeLast()
      emit(.character(joined))
    } else {
      emit(.character(Character(scalar)), modifiers)
    }
  }

  private func joinedToLast(_ scalar: Unicode.Scalar) -> Character? {
    guard case .key(let last)? = events.last, last.modifiers.isEmpty,
      case .character(let character) = last.key,
      character.unicodeScalars.count < Self.graphemeLimit
    else { return nil }
    var text = String(character)
    text.unicodeScalars.append(scalar)
    return text.count == 1 ? text.first : nil
  }

  /// Emits the key that sends a C0 control character or DEL.
  mutating func emit(control byte: UInt8, _ modifiers: KeyPress.Modifiers = []) {
    switch byte {
    case 0x08, 0x7F: emit(.backspace, modifiers)
    case 0x09: emit(.tab, modifiers)
    case 0x0D: emit(.enter, modifiers)
    case 0x1B: emit(.escape, modifiers)
    case 0x00: emit(.character(" "), modifiers.union(.control))
    case 0x01...0x1A:
      emit(.character(Character(Unicode.Scalar(byte | 0x60))), modifiers.union(.control))
    default:
      emit(.character(Character(Unicode.Scalar(byte | 0x40))), modifiers.union(.control))
    }
  }

  /// Emits a key given by its code point, as in `CSI u` and modifyOtherKeys reports.
  mutating func emit(code: Int, shifted: Int?, _ modifiers: KeyPress.Modifiers) {
    if let key = KeyTable.key(code: code) {
      var press = KeyPress(key, modifiers)
      press.isUnambiguous = true
      events.append(.key(press))
      return
    }
    guard code >= 0x20, !(0xE000...0xF8FF).contains(code),
      let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value),
      scalar.properties.generalCategory != .control
    else { return }
    let character = Character(scalar)
    if modifiers.contains(.control) {
      let small = character.lowercased()
      emit(.character(small.count == 1 ? Character(small) : character), modifiers)
    } else if modifiers.contains(.shift) {
      let typed =
        shifted.flatMap { UInt32(exactly: $0) }.flatMap { Unicode.Scalar($0) }
        ?? character.uppercased().unicodeScalars.first ?? scalar
      emit(typed: typed, modifiers.subtracting(.shift))
    } else {
      emit(typed: scalar, modifiers)
    }
  }
}
