// guardian
